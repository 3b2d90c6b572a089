/** The server that delivers the page answers its requests. */
class Server {
  constructor() {
    this.unreachable = "The server cannot be reached.";
  }

  async ask(path, body, signal, onProgress) {
    const headers = { "content-type": "application/json" };
    const posted = body && { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(path, { ...posted, signal });
    if (!response.ok) {
      const { error } = await response.json().catch(() => ({}));
      throw new Refused(error ?? { message: `The server answered ${response.status}.` });
    }
    return this.last(response, onProgress);
  }

  /** The last object of an answer; those before it are progress, one a line. */
  async last(response, onProgress) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Refused({ message: "The server went away." });
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
