/** The engine's limits for one answer, in seconds and bytes. A phone has less memory available than it reports. */
const ENGINE_SECONDS = 60;
const ENGINE_BYTES = Math.min(2 ** 30, ((navigator.deviceMemory ?? 4) / 8) * 2 ** 30);

/** The engine answers requests in the page itself, without a network: it is the library compiled to WebAssembly, in a worker, so
 * that the page does not block. It is loaded at the first request, from a script at the given address. */
class Engine {
  constructor(address, workerScript) {
    this.address = address;
    this.workerScript = workerScript;
    this.unreachable = "The engine of these pages cannot be loaded; a file of the site is missing, or the browser is too old.";
    /** Resolves when the previous request is answered: the worker handles one at a time. */
    this.turn = Promise.resolve();
  }

  async ask(path, body, signal, onProgress) {
    const before = this.turn;
    let end;
    this.turn = new Promise((resolve) => { end = resolve; });
    await before;
    try {
      signal?.throwIfAborted();
      this.worker ??= await this.start();
      // Cancelled while the engine was loading.
      signal?.throwIfAborted();
      return await this.call({ path, body: body ?? null, seconds: ENGINE_SECONDS, bytes: ENGINE_BYTES }, signal, onProgress);
    } finally {
      end();
    }
  }

  /** Loads the engine's script, once; it sets ENGINE, the compressed module in base 64. */
  load() {
    this.loaded ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = this.address;
      script.addEventListener("load", () => resolve(ENGINE));
      script.addEventListener("error", () => {
        // Let the next request try again.
        this.loaded = undefined;
        reject(new Error("no engine"));
      });
      document.head.append(script);
    });
    return this.loaded;
  }

  /** A worker that is ready. A page opened from disk can start a worker only from text. */
  async start() {
    const packed = this.module ? undefined : await this.load();
    const address = URL.createObjectURL(new Blob([this.workerScript], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    const { module, failed } = await this.next(worker, { packed, module: this.module });
    if (failed) throw new Error(failed);
    this.module = module;
    return worker;
  }

  /** A worker's answer to a message, not counting progress. */
  next(worker, message, onProgress) {
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.progress === undefined ? resolve(data) : onProgress(data));
      worker.onerror = () => reject(new Error("the worker ended"));
      worker.postMessage(message);
    });
  }

  async call(request, signal, onProgress) {
    let abort;
    let isAlive = false;
    const aborted = new Promise((_, reject) => {
      abort = () => reject(signal.reason);
      signal?.addEventListener("abort", abort);
    });
    try {
      const { answer, failed } = await Promise.race([this.next(this.worker, { call: JSON.stringify(request) }, onProgress), aborted]);
      if (failed) throw new Refused({ message: "The engine ended before it had an answer; the memory of this page may be too small." });
      isAlive = true;
      const told = JSON.parse(answer);
      if (told.error) throw new Refused(told.error);
      return told;
    } finally {
      // A busy worker receives no messages, and a failed one is useless, so terminate it.
      if (!isAlive) {
        this.worker.terminate();
        this.worker = undefined;
      }
      signal?.removeEventListener("abort", abort);
    }
  }
}
