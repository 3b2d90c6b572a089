/** The distance between rows of a triangular lattice. */
const ROW = Math.sqrt(3) / 2;
/** The distance from the centre of an outer hole to the edge of a board's picture. */
const MARGIN = 0.95;
/** The largest number of rows and columns of the grid; larger boards have to be typed. */
const GRID = 16;

/** The smallest width of a cell in pixels; in a narrower window, the board scrolls. */
const FINGER = 25;

/** The row and column of each hole, as in a left-aligned drawing. */
function placesOf({ points, lattice }) {
  const isSkew = lattice === "triangular";
  const rows = points.map(([, y]) => Math.round((y - points[0][1]) / (isSkew ? ROW : 1)));
  const columns = points.map(([x], hole) => x + (isSkew ? rows[hole] / 2 : 0));
  const left = Math.min(...columns);
  return rows.map((row, hole) => [row, Math.round(columns[hole] - left)]);
}

/** The number of parts of a board. Touching holes belong to one part; corners count as touching if jumps can be diagonal. */
function partsOf({ points, directions }) {
  const reach = directions === "all" ? 1.5 : 1.1;
  const left = new Set(points.keys());
  let parts = 0;
  for (const first of left) {
    const open = [first];
    parts += 1;
    left.delete(first);
    while (open.length > 0) {
      const [x, y] = points[open.pop()];
      for (const hole of left) {
        if (Math.hypot(points[hole][0] - x, points[hole][1] - y) > reach) continue;
        left.delete(hole);
        open.push(hole);
      }
    }
  }
  return parts;
}

/** The cells of the visitor's own board, row by row, and which of them are holes. */
class Grid {
  constructor(change) {
    this.change = change;
    this.resize(7, 7, []);
  }

  /** A grid with this number of rows and columns and with these holes, all of which must fit. */
  resize(rows, columns, places) {
    this.rows = Math.max(rows, ...places.map(([row]) => row + 1));
    this.columns = Math.max(columns, ...places.map(([, column]) => column + 1));
    const keys = new Set(places.map(String));
    this.cells = Array.from({ length: this.rows * this.columns }, (_, at) => keys.has(String(this.place(at))));
  }

  place(at) {
    return [Math.floor(at / this.columns), at % this.columns];
  }

  get places() {
    return this.cells.flatMap((isHole, at) => (isHole ? [this.place(at)] : []));
  }

  get text() {
    const rows = Array.from({ length: this.rows }, (_, row) => this.cells.slice(row * this.columns, (row + 1) * this.columns));
    return rows.map((row) => row.map((isHole) => (isHole ? "o" : " ")).join("").trimEnd()).join("\n");
  }

  draw(isSkew) {
    const svg = byId("draw-grid");
    svg.parentElement.hidden = Math.max(this.rows, this.columns) > GRID;
    if (svg.parentElement.hidden) return svg.replaceChildren();
    const points = this.cells.map((_, at) => {
      const [row, column] = this.place(at);
      const x = isSkew ? column + (this.rows - 1 - row) / 2 : column;
      return [x + MARGIN, row * (isSkew ? ROW : 1) + MARGIN];
    });
    const [width, height] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + MARGIN);
    svg.style.minWidth = `${Math.ceil(width * FINGER)}px`;
    svg.style.maxWidth = `${Math.ceil(width * 44)}px`;
    const view = new BoardView(svg, { width, height, points, neighbours: [] }, {
      pick: (at) => {
        this.cells[at] = !this.cells[at];
        this.show(view);
        this.change();
      },
    });
    return this.show(view);
  }

  show(view) {
    view.show(this.cells);
    view.open(true, (at) => {
      const [row, column] = this.place(at);
      return `row ${row + 1}, column ${column + 1}, ${this.cells[at] ? "hole" : "nothing"}`;
    });
  }
}

/** A multi-line text in TOML. */
const tomlText = (text) => `"""\n${text.replace(/[\\"]/g, "\\$&")}\n"""`;

/** The lines of a TOML file, each with the key to which it belongs. */
const tomlFile = (lines) => lines.map(([key, value]) => `${key} = ${value}\n`).join("");

/** The lines of a model whose board is drawn as `text`. */
function modelLines(text, isSkew, hasDiagonals) {
  const isLarge = text.split("\n").length > 9 || text.split("\n").some((row) => row.trimEnd().length > 9);
  return [
    ["kind", "\"peg-solitaire\""],
    ["title", "\"A board of my own\""],
    ["lattice", isSkew ? "\"triangular\"" : "\"square\""],
    ...(hasDiagonals && !isSkew ? [["directions", "\"all\""]] : []),
    ...(isLarge ? [["names", "\"number\""]] : []),
    ["board", tomlText(text)],
  ];
}
