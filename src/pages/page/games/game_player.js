/** Plays back a game, picture by picture. */
class GamePlayer extends Playback {
  constructor() {
    super();
    settings.bind();
  }

  /** Shows the moves of a game. */
  load(data) {
    this.data = data;
    this.length = data.frames.length - 1;
    this.width = Math.max(...data.frames.map(({ picture }) => picture.width));
    this.height = Math.max(...data.frames.map(({ picture }) => picture.height));
    document.title = data.title;
    byId("title").textContent = data.title;
    byId("about").hidden = !data.source;
    this.fill("source", data.source);
    this.fill("claim", data.claim && capital(data.claim));
    for (const name of ["modes", "notation-choice", "show-names-choice", "show-finish-choice", "show-outlook-choice", "warn-choice", "jump-counter", "peg-counter"]) byId(name).hidden = true;
    for (const [id, name] of [["back", "Back one move"], ["forward", "Forward one move"]]) byId(id).setAttribute("aria-label", name);
    byId("watch-keys").hidden = true;
    byId("game-keys").hidden = false;
    byId("slider").max = String(this.length);
    showStage("stage", "panel", "aside");
    this.fillMoves(data.frames.slice(1).map((frame) => frame.move), (number) => number + 1);
    this.go(0);
  }

  go(index) {
    const to = Math.max(0, Math.min(this.length, index));
    this.at = to;
    const frame = this.data.frames[to];
    drawPicture(byId("board"), frame.picture, this.width, this.height);
    byId("board").setAttribute("role", "img");
    byId("move-count").textContent = `${to} of ${this.length}`;
    this.markMove(to - 1);
    this.tellStep(`${frame.caption}; ${frame.status}`, frame.position);
  }

  /** For printing: one picture per move. */
  drawStrip() {
    const { width, height } = this;
    this.fillStrip(this.data.frames.map(({ caption, picture }) => [caption, (svg) => drawPicture(svg, picture, width, height)]));
  }
}
