/** How a move is laid out on the board: the long way of its part of the picture. */
function kindOf([, , { width, height }]) {
  if (Number(width) > 2 * Number(height)) return "across";
  return Number(height) > 2 * Number(width) ? "upright" : "go";
}

const KINDS = { go: "Move", across: "Lay ―", upright: "Lay │" };

/** The parts of a game's picture that stand for moves. A mouse takes the part below it; a finger, which
 * covers more than a wall is thick, takes the nearest of the kind that is chosen. */
class Places {
  /** `choose(moves, isFinger)` is told the moves of the place that is taken. */
  constructor(svg, choose) {
    this.svg = svg;
    this.choose = choose;
    this.places = [];
    this.kind = "go";
    svg.addEventListener("click", (event) => {
      const isFinger = event.pointerType !== "" && event.pointerType !== "mouse";
      const place = this.nearest(event.clientX, event.clientY, isFinger);
      if (place) this.choose(place.moves, isFinger);
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.mark(this.nearest(event.clientX, event.clientY, false));
    });
    svg.addEventListener("pointerleave", () => this.mark(undefined));
  }

  /** Takes the legal moves, those that share a part together. */
  take(legal) {
    const places = new Map();
    for (const { move, area, second, ghost, words } of legal.filter((one) => one.area)) {
      for (const part of [area, second].filter(Boolean)) {
        const key = JSON.stringify(part);
        if (!places.has(key)) places.set(key, { area: part, ghost, kind: kindOf(part), title: words ?? move, moves: [] });
        places.get(key).moves.push(move);
      }
    }
    this.places = [...places.values()];
    const kinds = Object.keys(KINDS).filter((kind) => this.places.some((place) => place.kind === kind));
    if (!kinds.includes(this.kind)) [this.kind] = kinds;
    byId("kinds").hidden = kinds.length < 2;
    for (const kind of Object.keys(KINDS)) {
      byId(`kind-${kind}`).disabled = !kinds.includes(kind);
      byId(`kind-${kind}`).checked = kind === this.kind;
    }
  }

  /** Draws the parts in front of the picture. */
  draw() {
    for (const place of this.places) {
      place.element = drawShape(this.svg, place.area);
      place.element.classList.add(place.kind);
      svgElement(place.element, "title").textContent = place.moves.length === 1 ? place.title : counted(place.moves.length, "move");
    }
  }

  /** Marks the place of which one of several moves is to be chosen. */
  choosing(moves) {
    for (const { element, moves: own } of this.places) element.classList.toggle("chosen", own === moves);
  }

  /** Marks a place, and shows the whole of what a move there would lay. */
  mark(marked) {
    if (marked === this.marked && this.ghost?.isConnected) return;
    this.marked = marked;
    this.ghost?.remove();
    this.ghost = marked?.ghost && drawShape(this.svg, marked.ghost);
    for (const place of this.places) place.element.classList.toggle("marked", place === marked);
  }

  /** The place that is meant by a point of the window, if one is near. */
  nearest(clientX, clientY, isFinger) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const distance = ({ element }) => {
      const box = element.getBBox();
      const [across, down] = [Math.abs(x - box.x - box.width / 2), Math.abs(y - box.y - box.height / 2)];
      const outside = Math.hypot(Math.max(0, across - box.width / 2), Math.max(0, down - box.height / 2));
      return isFinger && outside > 0 ? Math.hypot(across, down) : outside;
    };
    const meant = this.places.filter(({ kind }) => !isFinger || kind === this.kind);
    const [best] = meant.map((place) => [distance(place), place]).sort(([a], [b]) => a - b);
    return best && best[0] < (isFinger ? 0.9 : 0.2) ? best[1] : undefined;
  }
}
