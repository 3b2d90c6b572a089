/** If the server has not begun to answer within this time, in milliseconds, it is gone. A server that computes sends a line at
 * once. */
const BEGINS_WITHIN = 20000;

/** The server did not answer, or its answer is incomplete. */
class Unreachable extends Error {}

/** Requests are answered by the server that delivered the page. */
class Server {
  constructor() {
    this.unreachable = "The server cannot be reached.";
  }

  async ask(path, body, signal, onProgress) {
    const headers = { "content-type": "application/json" };
    const posted = body && { method: "POST", headers, body: JSON.stringify(body) };
    try {
      const response = await this.begin(path, posted, signal);
      if (!response.ok) {
        const { error } = await response.json().catch(() => ({}));
        throw new Refused(error ?? { message: `The server answered ${response.status}.` });
      }
      return await this.last(response, onProgress);
    } catch (error) {
      if (signal?.aborted || error instanceof Refused) throw error;
      throw new Unreachable();
    }
  }

  /** A response, available as soon as it begins. */
  async begin(path, options, signal) {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), BEGINS_WITHIN);
    try {
      return await fetch(path, { ...options, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The last object of an answer; the lines before it are progress. */
  async last(response, onProgress) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Unreachable();
      text += value;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) {
        const message = JSON.parse(line);
        if (message.error) throw new Refused(message.error);
        if (message.progress === undefined) return message;
        onProgress(message);
      }
    }
  }
}
