const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";

/** Steps through a line with buttons, slider, keys and the list of moves. `at` is the step being shown, out of `length`; a
 * subclass's `go(index, isAnew)` shows a step. */
class Playback {
  constructor() {
    this.at = 0;
    this.length = 0;
    this.bindSteps();
  }

  /** For printing: pictures with captions, drawn by `draw(svg)`. */
  fillStrip(pictures) {
    byId("strip").replaceChildren(...pictures.map(([words, draw]) => {
      const figure = newElement("figure");
      draw(svgElement(figure, "svg", { class: "board" }));
      figure.append(newElement("figcaption", {}, words));
      return figure;
    }));
  }

  say(text, tone) {
    byId("said").textContent = text;
    byId("said").className = tone ? `said ${tone}` : "said";
  }

  fill(id, text) {
    byId(id).textContent = text || "";
    byId(id).hidden = !text;
  }

  /** Lists the moves; `endOf(number)` is the step at which a move is complete. */
  fillMoves(texts, endOf) {
    const items = texts.map((text, number) => numbered(number + 1, text, () => this.step(endOf(number))));
    byId("moves").replaceChildren(...items.map((button) => newElement("li", {}, button)));
  }

  /** Marks a move in the list; none for -1. */
  markMove(number) {
    byId("moves").querySelectorAll("button").forEach((button, i) => {
      if (i !== number) return button.removeAttribute("aria-current");
      button.setAttribute("aria-current", "step");
      // Scroll only the list, never the page.
      const [list, item] = [byId("moves"), button.parentElement];
      const top = item.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 3;
      }
      return undefined;
    });
  }

  /** Announces the current step and its position; playback stops at the last step. */
  tellStep(told, position, said = told) {
    byId("board").setAttribute("aria-label", `${told}. ${position}`);
    byId("slider").value = String(this.at);
    byId("slider").setAttribute("aria-valuetext", told);
    this.markEnds();
    const atEnd = this.at === this.length;
    if (!this.timer || atEnd) this.say(said);
    if (atEnd) this.pause();
  }

  /** Marks the buttons that would do nothing. */
  markEnds() {
    const [atStart, atEnd] = [this.at === 0, this.at === this.length];
    for (const [id, isOff] of [["first", atStart], ["back", atStart], ["forward", atEnd], ["last", atEnd]]) {
      // A disabled button would lose the focus, so it is only marked as disabled.
      byId(id).setAttribute("aria-disabled", String(isOff));
    }
  }

  togglePlay() {
    if (this.timer) return this.pause();
    if (this.at === this.length) this.go(0, true);
    byId("play-icon").setAttribute("d", PAUSE);
    byId("play").setAttribute("aria-label", "Pause");
    this.say("Playing");
    this.tick();
    return undefined;
  }

  tick() {
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.timer) this.tick();
    }, Number(byId("speed").value));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    byId("play-icon").setAttribute("d", PLAY);
    byId("play").setAttribute("aria-label", "Play");
  }

  step(index) {
    this.pause();
    this.go(index);
  }

  /** The step at the end of the next or previous move. */
  nextMove(direction) {
    return this.at + direction;
  }

  /** Whether a key press should step now. */
  takesKey() {
    return true;
  }

  bindSteps() {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on("first", "click", () => this.step(0));
    on("back", "click", () => this.step(this.at - 1));
    on("forward", "click", () => this.step(this.at + 1));
    on("last", "click", () => this.step(this.length));
    on("play", "click", () => this.togglePlay());
    on("save-svg", "click", () => saveSvg(byId("board"), this.data.title));
    on("save-png", "click", () => savePng(byId("board"), this.data.title));
    on("print", "click", () => window.print());
    window.addEventListener("beforeprint", () => this.data && this.drawStrip());
    on("slider", "input", () => this.step(Number(byId("slider").value)));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const { key, target } = event;
    if (!this.data || event.ctrlKey || event.metaKey || event.altKey) return;
    const isText = target.closest("textarea, select, input:not([type=range]):not([type=radio]):not([type=checkbox])");
    if (isText || !this.takesKey()) return;
    if (target.closest("[type=radio]") || (key === " " && target.closest("button, summary, [type=checkbox]"))) return;
    const act = {
      ArrowLeft: () => this.step(this.at - 1),
      ArrowRight: () => this.step(this.at + 1),
      ArrowUp: () => this.step(this.nextMove(-1)),
      ArrowDown: () => this.step(this.nextMove(1)),
      Home: () => this.step(0),
      End: () => this.step(this.length),
      " ": () => this.togglePlay(),
    }[key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
