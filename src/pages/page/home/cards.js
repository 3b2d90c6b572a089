/** The card of a puzzle: its picture, what is proved of it, and the visitor's result. */
class Card {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.board = SHELF.boards[puzzle.board];
    this.item = document.createElement("li");
    this.item.className = "puzzle";
    this.item.dataset.name = puzzle.name;
  }

  /** Fills the card; `label` stands above it, where there is one. */
  draw(label) {
    const { puzzle } = this;
    if (label) {
      const heading = document.createElement("h3");
      heading.textContent = label;
      this.item.append(heading);
    }
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

  /** The finish is seen while a mouse is over the card, and stays by a button. */
  addFinish() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "finish";
    button.textContent = "Finish";
    button.setAttribute("aria-label", `Finish of ${this.puzzle.title}`);
    button.setAttribute("aria-pressed", "false");
    const isPressed = () => button.getAttribute("aria-pressed") === "true";
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(!isPressed()));
      this.show(isPressed());
    });
    this.item.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.show(true));
    this.item.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.show(isPressed()));
    this.item.append(button);
  }

  /** Shows the finish, or the start. */
  show(isFinish) {
    this.item.classList.toggle("at-finish", isFinish);
    drawThumbnail(this.picture, this.board, isFinish ? this.puzzle.finish.holes : this.puzzle.start);
  }

  tell() {
    const { puzzle } = this;
    const facts = [counted(puzzle.start.length, "peg"), proofOf(puzzle), isImpossible(puzzle) ? "" : gradeOf(puzzle)];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
    const moves = solved()[puzzle.name];
    const { status, moves: fewest } = puzzle.claim || {};
    this.item.classList.toggle("solved", moves !== undefined);
    if (moves === undefined) this.mine.textContent = "";
    else if (status === "optimal") this.mine.textContent = moves === fewest ? `✓ in ${moves}, the fewest` : `✓ in ${moves}; ${fewest} is possible`;
    else this.mine.textContent = `✓ in ${counted(moves, "move")}`;
  }
}

/** The fewest moves of a puzzle, as far as they are proved. */
function proofOf({ claim }) {
  const { status, moves, lower_bound: least } = claim || {};
  if (status === "optimal") return `${counted(moves, "move")}, proved`;
  if (status === "infeasible") return "impossible, proved";
  if (status === "feasible") return least > 1 ? `${least} to ${moves} moves` : `at most ${counted(moves, "move")}`;
  return least > 1 ? `at least ${least} moves` : "";
}

const GRADES = ["very easy", "easy", "medium", "hard", "very hard"];
const gradeOf = ({ grade }) => GRADES[grade - 1];

/** The address of a puzzle's page. */
const addressOf = (name) => (SHELF.folder ? `${SHELF.folder}${name}.html` : `${pageAt("play")}#${name}`);

/** A position with many empty holes: the picture of something, not a board to be cleared. */
const isFigure = ({ start, board }) => SHELF.boards[board].points.length - start.length > 3;
