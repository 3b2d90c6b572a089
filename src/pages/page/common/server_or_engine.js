/** The server answers as long as it can be reached, since it has more time and memory; after that the engine does. */
class ServerOrEngine {
  constructor(server, engine) {
    this.server = server;
    this.engine = engine;
    this.unreachable = "Neither the server nor the engine of this page can be reached.";
    // It has to be loaded while the server is there.
    window.addEventListener("load", () => setTimeout(() => engine.load().catch(() => {}), 1000));
  }

  async ask(path, body, signal, onProgress) {
    try {
      return await this.server.ask(path, body, signal, onProgress);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      onProgress({ progress: "the server does not answer, so this page computes", seconds: 0 });
      return this.engine.ask(path, body, signal, onProgress);
    }
  }
}
