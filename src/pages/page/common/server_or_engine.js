/** If the server has sent nothing within this time, in milliseconds, the engine starts too. */
const HEAD_START = 700;

/** The server answers, since it has more time and memory. If it is slow to begin or cannot be reached, the page's engine computes
 * as well, and the first answer is used. */
class ServerOrEngine {
  constructor(server, engine) {
    this.server = server;
    this.engine = engine;
    this.unreachable = "Neither the server nor the engine of this page can be reached.";
    // Load the engine while the server can still be reached.
    window.addEventListener("load", () => setTimeout(() => engine.load().catch(() => {}), 1000));
  }

  async ask(path, body, signal, onProgress) {
    const rest = new AbortController();
    const until = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal;
    let isHeard = false;
    const server = this.server.ask(path, body, until, (message) => {
      isHeard = true;
      onProgress(message);
    });
    try {
      const answered = server.then(() => true, (error) => !(error instanceof Unreachable));
      const late = new Promise((resolve) => { setTimeout(() => resolve(isHeard), HEAD_START); });
      if (await Promise.race([answered, late])) return await server;
      return await Promise.any([server, this.engine.ask(path, body, until, onProgress)]);
    } catch (error) {
      const all = error instanceof AggregateError ? error.errors : [error];
      throw all.find((one) => one instanceof Refused) ?? all.at(-1);
    } finally {
      rest.abort();
    }
  }
}
