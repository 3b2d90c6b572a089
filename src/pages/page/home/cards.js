/** All puzzles, easy ones first. */
const puzzles = easyFirst(SHELF.puzzles);

/** The card of a puzzle: its picture (of the finish while the mouse is over it), its difficulty, and the visitor's result. */
class Card {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.board = SHELF.boards[puzzle.board];
    this.item = newElement("li", { className: "puzzle" });
    this.item.dataset.name = puzzle.name;
  }

  draw() {
    const { puzzle } = this;
    const link = newElement("a", { href: addressOf(puzzle.name) });
    this.picture = svgElement(link, "svg", { class: "thumbnail", "aria-hidden": "true" });
    link.append(newElement("span", {}, puzzle.title));
    this.facts = newElement("p");
    this.mine = newElement("p", { className: "mine" });
    this.item.append(link, this.facts, this.mine);
    if (puzzle.finish.holes) {
      this.item.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.show(true));
      this.item.addEventListener("pointerleave", () => this.show(false));
    }
    this.show(false);
    this.tell();
  }

  /** Shows the finish, or the start. */
  show(isFinish) {
    this.item.classList.toggle("at-finish", isFinish);
    drawThumbnail(this.picture, this.board, isFinish ? this.puzzle.finish.holes : this.puzzle.start);
  }

  tell() {
    const { puzzle } = this;
    this.facts.textContent = `${isImpossible(puzzle) ? "Impossible" : gradeOf(puzzle)} · ${counted(puzzle.start.length, "peg")}`;
    this.item.classList.toggle("solved", solved()[puzzle.name] !== undefined);
    this.mine.textContent = earnedBy(puzzle);
    if (this.mine.textContent.includes("★")) this.mine.setAttribute("aria-label", `${this.mine.textContent.replaceAll("☆", "").length} of 3 stars`);
  }
}

/** The stars earned for a puzzle; a word instead if no best solution is known, nothing if the puzzle is not solved. */
function earnedBy(puzzle) {
  const { name } = puzzle;
  const moves = solved()[name];
  if (moves === undefined) return "";
  const best = bestOf(puzzle);
  return best === undefined ? "✓ Solved" : starsText(starred()[name] ?? starsFor(moves, best));
}

const GRADES = ["Very easy", "Easy", "Medium", "Hard", "Very hard"];
const gradeOf = ({ grade }) => GRADES[grade - 1];

/** The cards on the page; a puzzle in two lists has two cards. */
const drawn = [];

function newCard(puzzle) {
  const card = new Card(puzzle);
  card.draw();
  drawn.push(card);
  return card.item;
}
