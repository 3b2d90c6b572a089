/** The orientation of a move on the board: the longer side of its part of the picture. */
function kindOf([, , { width, height }]) {
  if (Number(width) > 2 * Number(height)) return "across";
  return Number(height) > 2 * Number(width) ? "upright" : "go";
}

const KINDS = { go: "Move", across: "Lay ―", upright: "Lay │" };

/** The bounding box of a shape. */
function boxOf([, , { x, y, width, height, cx, cy, r }]) {
  if (r !== undefined) return { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r };
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const isIn = (box, [x, y]) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The parts of a game's picture that stand for moves: buttons in a grid, and parts that can be dragged. A mouse selects the part
 * below it. A finger is wider than a wall, so it selects the nearest part of the chosen kind. */
class Places {
  /** Callbacks: `choose(place, isFinger)` when a place is selected, `carry(moves)` with the moves that a dragged part would make
   * at its current place, `drop(moves)` with those where it is dropped, `miss(kind)` when a finger touches no place of the chosen
   * kind, and `leave()` when Escape is pressed. */
  constructor(svg, handlers) {
    Object.assign(this, { svg, handlers, places: [], drags: [], kind: "go", margin: 0 });
    svg.setAttribute("tabindex", "-1");
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !this.isDragged) this.mark(this.nearest(event.clientX, event.clientY, false));
    });
    svg.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.mark(undefined));
    svg.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.mark(this.of(target)));
  }

  /** Sets the legal moves, grouped by their parts of the picture. The visitor can make them if `isOpen`. */
  take(legal, isOpen) {
    const drags = legal.flatMap(({ move, drags: ways }) => ways.map((ends) => [move, ...ends.map(boxOf)]));
    this.margin = Math.max(0, ...drags.map(([, , to]) => -to.x));
    this.drags = isOpen ? drags : [];
    const places = new Map();
    for (const { move, name, place, area, second, ghost } of isOpen ? legal.filter((one) => one.area) : []) {
      for (const [part, title] of [[area, place?.[0]], [second, place?.[1]]]) {
        if (!part) continue;
        const key = JSON.stringify(part);
        if (!places.has(key)) places.set(key, { area: part, at: middleOf(boxOf(part)), ghost, kind: kindOf(part), name: title ?? name, moves: [] });
        places.get(key).moves.push(move);
      }
    }
    const row = ({ at }) => Math.round(at[1] * 4);
    this.places = [...places.values()].sort((a, b) => row(a) - row(b) || a.at[0] - b.at[0]);
    const kinds = Object.keys(KINDS).filter((kind) => this.places.some((place) => place.kind === kind));
    if (!kinds.includes(this.kind)) [this.kind] = kinds;
    byId("kinds").hidden = kinds.length < 2;
    for (const kind of Object.keys(KINDS)) {
      byId(`kind-${kind}`).disabled = !kinds.includes(kind);
      byId(`kind-${kind}`).checked = kind === this.kind;
    }
  }

  /** Draws a picture with the parts in front of it. The focus stays on the board. */
  paint(picture, label) {
    const { svg, margin, places } = this;
    const hadFocus = svg.contains(document.activeElement);
    this.picture = picture;
    this.focused = hadFocus ? this.of(document.activeElement)?.at ?? this.focused : undefined;
    drawPicture(svg, picture);
    svg.setAttribute("viewBox", `${-margin} 0 ${picture.width + 2 * margin} ${picture.height}`);
    svg.setAttribute("role", places.length > 0 ? "grid" : "img");
    svg.setAttribute("aria-label", label);
    svg.classList.toggle("draggable", this.drags.length > 0);
    for (const row of Map.groupBy(places, ({ at }) => Math.round(at[1] * 4)).values()) {
      const line = svgElement(svg, "g", { role: "row" });
      for (const place of row) {
        place.element = drawShape(svgElement(line, "g", { role: "gridcell" }), place.area);
        place.element.classList.add(place.kind);
        for (const [key, value] of [["role", "button"], ["tabindex", "-1"], ["aria-label", place.name]]) place.element.setAttribute(key, value);
      }
    }
    const [x, y] = this.focused ?? [-1, -1];
    const [first] = places.map((place) => [Math.hypot(place.at[0] - x, place.at[1] - y), place]).sort(([a], [b]) => a - b);
    first?.[1].element.setAttribute("tabindex", "0");
    if (hadFocus) (first?.[1].element ?? svg).focus({ preventScroll: true });
  }

  /** Shows the picture after a move instead of the position, or the position again. */
  overlay(picture) {
    this.svg.querySelector(".result")?.remove();
    this.svg.classList.toggle("previewed", Boolean(picture));
    if (!picture) return;
    const left = (this.picture.width - picture.width) / 2;
    const result = svgElement(undefined, "g", { class: "result", "aria-hidden": "true", transform: `translate(${left} ${this.picture.height - picture.height})` });
    for (const shape of picture.shapes) drawShape(result, shape);
    this.svg.firstChild.after(result);
  }

  /** Marks a place for which one of several moves has to be chosen. */
  choosing(moves) {
    for (const { element, moves: own } of this.places) element.classList.toggle("chosen", own === moves);
  }

  /** Marks the places of the best moves. */
  showBest(best) {
    for (const { element, moves } of this.places) element.classList.toggle("best", moves.some((move) => best.includes(move)));
  }

  /** Marks a place, and previews the complete wall or stone that a move there would lay. */
  mark(marked) {
    if (marked === this.marked && this.ghost?.isConnected) return;
    this.marked = marked;
    this.ghost?.remove();
    this.ghost = marked && marked.kind !== "go" ? drawShape(this.svg, marked.ghost ?? [marked.area[0], "ghost", marked.area[2]]) : undefined;
    this.ghost?.setAttribute("aria-hidden", "true");
    for (const place of this.places) place.element.classList.toggle("marked", place === marked);
  }

  of(element) {
    return this.places.find((place) => place.element === element);
  }

  /** The place meant by a point of the window, if one is near. */
  nearest(clientX, clientY, isFinger) {
    const [x, y] = pointIn(this.svg, clientX, clientY);
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

  click({ target, clientX, clientY, pointerType }) {
    if (this.isDragged) return;
    const isFinger = !["", "mouse", undefined].includes(pointerType);
    const place = (!isFinger && this.of(target)) || this.nearest(clientX, clientY, isFinger);
    if (place) this.handlers.choose(place, isFinger);
    else if (isFinger) this.handlers.miss(this.kind);
  }

  key(event) {
    const place = this.of(event.target);
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (step) this.focus(this.places[pointBeyond(this.places.map(({ at }) => at), this.places.indexOf(place), step)]);
    else if (event.key === "Enter" || event.key === " ") this.handlers.choose(place, false);
    else if (event.key === "Escape") this.handlers.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(place) {
    for (const { element } of this.places) element.setAttribute("tabindex", element === place.element ? "0" : "-1");
    place.element.focus();
  }

  /** Drags a part of the picture: the smallest draggable one at the pointer. */
  press(event) {
    this.isDragged = false;
    const begun = pointIn(this.svg, event.clientX, event.clientY);
    const held = this.drags.filter(([, from]) => isIn(from, begun)).sort(([, a], [, b]) => a.height - b.height);
    if (event.button !== 0 || held.length === 0) return;
    let carried;
    let now = "";
    const meant = (at) => {
      const here = held.filter(([, , to]) => isIn(to, at));
      return here.filter(([, from]) => from.height === here[0][1].height).map(([move]) => move);
    };
    const move = ({ clientX, clientY }) => {
      const at = pointIn(this.svg, clientX, clientY);
      const [dx, dy] = at.map((value, axis) => value - begun[axis]);
      if (!this.isDragged && Math.hypot(dx, dy) < 0.25) return;
      this.isDragged = true;
      carried ??= this.lift(held[0][1]);
      carried.setAttribute("transform", `translate(${dx} ${dy})`);
      const moves = meant(at);
      if (moves.join() !== now) this.handlers.carry(moves);
      now = moves.join();
    };
    const end = ({ type, clientX, clientY }) => {
      carried?.remove();
      if (this.isDragged) this.handlers.drop(type === "pointerup" ? meant(pointIn(this.svg, clientX, clientY)) : []);
    };
    followPointer(move, end);
  }

  /** Copies of the stones in a part of the picture, to follow the pointer. */
  lift(part) {
    const group = svgElement(this.svg, "g", { class: "carried", "aria-hidden": "true" });
    group.append(...this.picture.shapes.filter((shape) => shape[0] === "circle" && isIn(part, middleOf(boxOf(shape)))).map((shape) => drawShape(undefined, shape)));
    return group;
  }
}
