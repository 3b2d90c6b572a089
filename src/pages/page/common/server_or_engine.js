/** The server answers as long as it can be reached, since it has more time and memory; after that the engine does. */
class ServerOrEngine {
  constructor(server, engine) {
    this.server = server;
    this.engine = engine;
    this.unreachable = "Neither the server nor the engine of this page can be reached.";
    // Where there is no service worker, which keeps the engine, the page has to load it while the server is there.
    if (!navigator.serviceWorker) {
      window.addEventListener("load", () => setTimeout(() => engine.load().catch(() => {}), 1000));
    }
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
