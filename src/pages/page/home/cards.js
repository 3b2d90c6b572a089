/** The card of a puzzle: its picture, what is known of it, and what the visitor has made of it. */
class Card {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.board = SHELF.boards[puzzle.board];
    this.words = `${puzzle.name} ${puzzle.title} ${this.board.title}`.toLowerCase();
    this.item = document.createElement("li");
    this.item.className = "puzzle";
    this.item.dataset.name = puzzle.name;
  }

  /** Fills the card when it comes near the window. */
  draw() {
    if (this.link) return;
    const { puzzle } = this;
    this.link = document.createElement("a");
    this.link.href = addressOf(puzzle.name);
    this.picture = svgElement(this.link, "svg", { class: "thumbnail", "aria-hidden": "true" });
    const title = document.createElement("span");
    title.textContent = puzzle.title;
    this.link.append(title);
    this.facts = document.createElement("p");
    this.mine = document.createElement("p");
    this.mine.className = "mine";
    this.item.append(this.link, this.facts, this.mine);
    if (puzzle.finish.holes) this.addFinish();
    this.show(false);
    this.tell();
  }

  /** The finish is seen while a mouse is over the card, and by a button. */
  addFinish() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "finish";
    button.textContent = "Finish";
    button.setAttribute("aria-label", `Finish of ${this.puzzle.title}`);
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => this.show(button.getAttribute("aria-pressed") !== "true"));
    this.item.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.show(true));
    this.item.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.show(false));
    this.button = button;
    this.item.append(button);
  }

  /** Shows the finish, or the start. */
  show(isFinish) {
    if (this.button) this.button.setAttribute("aria-pressed", String(isFinish));
    this.item.classList.toggle("at-finish", isFinish);
    drawThumbnail(this.picture, this.board, isFinish ? this.puzzle.finish.holes : this.puzzle.start);
  }

  /** Fewest moves, as far as they are proved. */
  get proof() {
    const { status, moves, lower_bound: least } = this.puzzle.claim || {};
    if (status === "optimal") return `${counted(moves, "move")}, proved`;
    if (status === "infeasible") return "impossible, proved";
    if (status === "feasible") return `${least} to ${moves} moves`;
    return status ? `at least ${counted(least, "move")}` : counted(this.puzzle.jumps, "jump");
  }

  tell() {
    if (!this.link) return;
    const { puzzle } = this;
    this.facts.textContent = `${counted(puzzle.start.length, "peg")} · ${this.proof} · ${difficulty(puzzle)}`;
    const moves = solved()[puzzle.name];
    const { status, moves: fewest } = puzzle.claim || {};
    this.item.classList.toggle("solved", moves !== undefined);
    if (moves === undefined) this.mine.textContent = "";
    else if (status === "optimal") this.mine.textContent = moves === fewest ? `✓ in ${moves}, the fewest` : `✓ in ${moves}; ${fewest} is possible`;
    else this.mine.textContent = `✓ in ${counted(moves, "move")}`;
  }
}

/** The address of a puzzle's page. */
const addressOf = (name) => (SHELF.folder ? `${SHELF.folder}${name}.html` : `play#${name}`);

function difficulty({ jumps }) {
  if (jumps <= 6) return "easy";
  return jumps <= 14 ? "middling" : "hard";
}

/** A position with many empty holes: the picture of something, not a board to be cleared. */
const isFigure = ({ start, board }) => SHELF.boards[board].points.length - start.length > 3;
