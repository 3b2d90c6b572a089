"use strict";

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A phrase at the start of a button or sentence. */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Makes an element of the page with some properties and contents. */
function newElement(name, properties, ...contents) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...contents);
  return element;
}

/** A button that does something. */
const newButton = (onclick, ...contents) => newElement("button", { type: "button", onclick }, ...contents);

/** A move of a numbered list, as a button. */
const numbered = (number, text, onclick) => newButton(onclick, newElement("span", { className: "number" }, `${number}.`), text);

/** Follows a pointer until it goes up. */
function followPointer(move, end) {
  const following = new AbortController();
  const on = (name, act) => window.addEventListener(name, act, { signal: following.signal });
  const stop = (event) => {
    following.abort();
    end(event);
  };
  on("pointermove", move);
  on("pointerup", stop);
  on("pointercancel", stop);
}

/** Makes an SVG element inside `parent`. */
function svgElement(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

/** Shows the board and what belongs to it. */
function showStage(...ids) {
  byId("main").classList.add("table");
  for (const id of ids) byId(id).hidden = false;
}

/** Draws the picture of a game into an SVG element, standing in the middle of the bottom of a frame. */
function drawPicture(svg, picture, width = picture.width, height = picture.height) {
  svg.replaceChildren();
  svg.classList.add("game");
  svg.setAttribute("viewBox", `${(picture.width - width) / 2} ${picture.height - height} ${width} ${height}`);
  const shapes = svgElement(svg, "g", { class: "shapes", "aria-hidden": "true" });
  for (const shape of picture.shapes) drawShape(shapes, shape);
}

/** Lines between neighbours. */
const edges = (points, neighbours) => neighbours.map(([a, b]) => `M${points[a]}L${points[b]}`).join("");

/** A position as a small picture: holes and pegs are dots of two lines. */
function drawThumbnail(svg, { width, height, points, neighbours, lattice }, pegs) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const dots = (holes) => holes.map((hole) => `M${points[hole]}h0`).join("");
  if (lattice === "none") svgElement(svg, "path", { class: "edges", d: edges(points, neighbours) });
  svgElement(svg, "path", { class: "dots", d: dots([...points.keys()]) });
  svgElement(svg, "path", { class: "dots pegs", d: dots(pegs) });
}

/** Draws a shape: its element, class, attributes and words. */
function drawShape(parent, [name, kind, attributes, words]) {
  const element = svgElement(parent, name, { class: kind, ...attributes });
  if (words) element.textContent = words;
  return element;
}

/* A jump is a list: the hole where it starts, the one where it lands, and, where a board has several jumps between these two, the
 * one leapt over. A chain is the list of the holes that a peg visits; a hole leapt over that is named stands between two of them in
 * a list of its own, as in `[0, [1], 2, 5]`. */

/** The jumps of a chain. */
function jumpsOf(chain) {
  const jumps = [];
  let [from] = chain;
  let over = [];
  for (const step of chain.slice(1)) {
    if (Array.isArray(step)) {
      over = step;
    } else {
      jumps.push([from, step, ...over]);
      [from, over] = [step, []];
    }
  }
  return jumps;
}

/** Jumps, joined into chains. */
function chainsOf(jumps) {
  const chains = [];
  for (const [from, to, over] of jumps) {
    const steps = over === undefined ? [to] : [[over], to];
    if (chains.length > 0 && chains.at(-1).at(-1) === from) chains.at(-1).push(...steps);
    else chains.push([from, ...steps]);
  }
  return chains;
}

/** Explains, after a jump of the peg that had just jumped, why the number of moves stays. */
const stillOneMove = (chains) => (jumpsOf(chains.at(-1) ?? []).length > 1 ? " The same peg again: still one move." : "");

/** Whether a position is a finish, which has a list of holes or a number of pegs. */
function isAtFinish({ holes, pegs }, position) {
  if (holes === undefined) return position.filter(Boolean).length === pegs;
  return position.every((isPeg, hole) => isPeg === holes.includes(hole));
}

/** The holes that the peg of some jumps in a row visits. */
const visited = (jumps) => jumps.flatMap(([from, to], i) => (i === 0 ? [from, to] : [to]));

/** The jumps that the library has listed for a board, each as three holes, and which of these have a peg `before` and `after`
 * any jump. A jump fits a position that looks like that before it. Positions are arrays of booleans, one a hole. */
class ListedJumps {
  constructor({ jumps, jump: { before, after } }) {
    this.jumps = jumps;
    this.before = before;
    this.after = after;
    this.byEnds = Map.groupBy(jumps, ([from, , to]) => `${from}-${to}`);
  }

  /** The jumps between two holes, each as three holes. */
  between(from, to) {
    return this.byEnds.get(`${from}-${to}`) ?? [];
  }

  /** The holes of a jump; undefined where none is listed, or where there are several of which none is named. */
  holes(from, to, over) {
    const all = this.between(from, to);
    if (over !== undefined) return all.find((holes) => holes[1] === over);
    return all.length === 1 ? all[0] : undefined;
  }

  /** The hole leapt over. */
  middle(from, to, over) {
    return this.holes(from, to, over)?.[1];
  }

  /** Three holes as a jump. */
  jump([from, over, to]) {
    return this.between(from, to).length > 1 ? [from, to, over] : [from, to];
  }

  looksLike(pegs, holes) {
    return holes.every((hole, i) => pegs[hole] === this.before[i]);
  }

  /** The position after a jump that fits. */
  make(pegs, from, to, over) {
    const next = pegs.slice();
    this.holes(from, to, over).forEach((hole, i) => { next[hole] = this.after[i]; });
    return next;
  }

  /** The position after some jumps that fit. */
  play(pegs, jumps) {
    return jumps.reduce((now, jump) => this.make(now, ...jump), pegs);
  }

  /** The jumps of a list from anywhere, up to the first that does not fit. */
  playable(pegs, list) {
    const jumps = [];
    for (const jump of Array.isArray(list) ? list : []) {
      const holes = this.holes(...(Array.isArray(jump) ? jump : []));
      if (!holes || !this.looksLike(this.play(pegs, jumps), holes)) break;
      jumps.push(this.jump(holes));
    }
    return jumps;
  }

  /** The jumps that fit. */
  fitting(pegs) {
    return this.jumps.filter((holes) => this.looksLike(pegs, holes)).map((holes) => this.jump(holes));
  }

  /** Draws some jumps in a row on a board. */
  trail(view, jumps) {
    view.trail(visited(jumps), jumps.map((jump) => this.middle(...jump)));
  }

  /** Where the peg of a hole may land. */
  targets(pegs, from) {
    return [...new Set(this.fitting(pegs).flatMap(([start, to]) => (start === from ? [to] : [])))];
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The number of the point nearest to another in a direction, or the same one at the edge. */
function pointBeyond(points, from, [right, down]) {
  const [x, y] = points[from];
  let best = from;
  let least = Infinity;
  points.forEach(([u, v], i) => {
    const along = (u - x) * right + (v - y) * down;
    const across = Math.abs((u - x) * down) + Math.abs((v - y) * right);
    if (along > 0.1 && across < along * 1.8 && along + 2 * across < least) {
      least = along + 2 * across;
      best = i;
    }
  });
  return best;
}

/** A point of the window in units of a picture. */
function pointIn(svg, clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/** A board drawn into an SVG element: holes that can be focused, pegs that move. */
class BoardView {
  /** `handlers`: pick(hole), grab(hole), drop(from, to) with no `to` beside the holes, escape(); all may be missing. */
  constructor(svg, data, handlers) {
    this.svg = svg;
    this.data = data;
    this.handlers = handlers || {};
    this.pegs = new Map();
    this.focused = 0;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
    this.draw();
    this.listen();
  }

  draw() {
    const { svg, data } = this;
    const bars = edges(data.points, data.neighbours);
    const shape = data.points.map((point) => `M${point}h0`).join("") + bars;
    for (const name of ["rim", "wood", "sheen"]) svgElement(svg, "path", { class: name, d: shape });
    // Wood would hide which holes of a graph are neighbours.
    svg.classList.toggle("graph", data.lattice === "none");
    svgElement(svg, "path", { class: "edges", d: bars });
    const below = svgElement(svg, "g");
    for (const [cx, cy] of data.points) svgElement(below, "circle", { class: "pit", cx, cy, r: 0.23 });
    this.marks = svgElement(svg, "g", { "aria-hidden": "true" });
    this.pegLayer = svgElement(svg, "g", { "aria-hidden": "true" });
    this.trails = svgElement(svg, "g", { "aria-hidden": "true" });
    this.labels = svgElement(svg, "g", { "aria-hidden": "true" });
    const spots = svgElement(svg, "g");
    this.spots = data.points.map(([cx, cy]) => {
      const spot = svgElement(spots, "g", { class: "spot" });
      svgElement(spot, "circle", { class: "area", cx, cy, r: 0.5 });
      svgElement(spot, "circle", { class: "ring", cx, cy, r: 0.43 });
      return spot;
    });
  }

  listen() {
    this.spots.forEach((spot, hole) => {
      spot.addEventListener("pointerdown", (event) => this.press(event, hole));
      spot.addEventListener("click", (event) => {
        // Pointers are handled where they go up; what is left are clicks made by assistive software.
        if (event.detail === 0) this.pick(hole);
      });
      spot.addEventListener("focus", () => { this.focused = hole; });
    });
    this.svg.onkeydown = (event) => this.key(event);
  }

  pick(hole) {
    this.focused = hole;
    if (this.isOpen) this.handlers.pick?.(hole);
  }

  key(event) {
    if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (step) this.focus(pointBeyond(this.data.points, this.focused, step));
    else if (event.key === "Enter" || event.key === " ") this.pick(this.focused);
    else if (event.key === "Escape" && this.handlers.escape) this.handlers.escape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(hole) {
    this.spots[this.focused].setAttribute("tabindex", "-1");
    this.focused = hole;
    this.spots[hole].setAttribute("tabindex", "0");
    this.spots[hole].focus();
  }

  press(event, hole) {
    if (!this.isOpen || event.button !== 0) return;
    event.preventDefault();
    const peg = this.spots[hole].classList.contains("movable") ? this.pegs.get(hole) : undefined;
    const begun = this.at(event);
    let dragged = false;
    const move = (now) => {
      const [x, y] = this.at(now);
      if (!peg || (!dragged && Math.hypot(x - begun[0], y - begun[1]) < 0.2)) return;
      if (!dragged) {
        this.handlers.grab?.(hole);
        // Above the others.
        this.pegLayer.append(peg);
        peg.classList.add("dragged");
      }
      dragged = true;
      peg.style.transform = `translate(${x}px,${y}px) scale(1.15)`;
    };
    const end = (now) => {
      if (!dragged) {
        if (now.type === "pointerup") this.pick(hole);
        return;
      }
      peg.classList.remove("dragged");
      if (now.type !== "pointerup" || !this.handlers.drop?.(hole, this.nearest(this.at(now)))) this.put(peg, hole);
    };
    followPointer(move, end);
  }

  /** A pointer's place in units of the board. */
  at(event) {
    return pointIn(this.svg, event.clientX, event.clientY);
  }

  nearest([x, y]) {
    const hole = this.data.points.findIndex(([u, v]) => Math.hypot(u - x, v - y) < 0.55);
    return hole < 0 ? undefined : hole;
  }

  put(peg, hole) {
    const [x, y] = this.data.points[hole];
    peg.style.transform = `translate(${x}px,${y}px)`;
  }

  newPeg(hole) {
    const peg = svgElement(this.pegLayer, "g", { class: "peg" });
    svgElement(peg, "ellipse", { class: "shadow", cx: 0.05, cy: 0.1, rx: 0.37, ry: 0.35 });
    svgElement(peg, "circle", { class: "body", r: 0.36 });
    this.put(peg, hole);
    return peg;
  }

  /** Shows a position; `jump` = [from, to] moves that peg there instead of redrawing the board. A jump that goes `isBack` leaves
   * no peg marked as moved. */
  show(position, jump, isBack) {
    for (const peg of this.pegLayer.querySelectorAll(".leaving")) peg.remove();
    if (jump && this.pegs.has(jump[0]) && !this.pegs.has(jump[1])) {
      const peg = this.pegs.get(jump[0]);
      this.pegs.delete(jump[0]);
      this.pegs.set(jump[1], peg);
      this.pegLayer.append(peg);
      // The browser has to lay out the old place before it can animate from it.
      peg.getBoundingClientRect();
      this.put(peg, jump[1]);
    }
    for (const [hole, peg] of this.pegs) {
      if (position[hole]) continue;
      this.pegs.delete(hole);
      peg.classList.add("leaving");
      setTimeout(() => peg.remove(), 350);
    }
    position.forEach((isPeg, hole) => {
      if (isPeg && !this.pegs.has(hole)) this.pegs.set(hole, this.newPeg(hole));
    });
    for (const [hole, peg] of this.pegs) {
      peg.classList.toggle("moved", Boolean(jump) && !isBack && hole === jump[1]);
      peg.classList.remove("selected");
    }
    this.shadeLabels();
  }

  /** Makes the holes buttons, or the board a picture. `describe(hole)` names a hole. */
  open(isOpen, describe) {
    this.isOpen = isOpen;
    this.svg.setAttribute("role", isOpen ? "group" : "img");
    this.spots.forEach((spot, hole) => {
      if (!isOpen) {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) spot.removeAttribute(name);
        spot.setAttribute("class", "spot");
        return;
      }
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", hole === this.focused ? "0" : "-1");
      spot.setAttribute("aria-label", describe(hole));
    });
  }

  /** Marks the peg picked up, where it can land, and which pegs can be picked up; `hopes` says of targets
   * whether they keep the finish within reach. */
  offer(selected, targets, movable, hopes = new Map()) {
    this.spots.forEach((spot, hole) => {
      spot.classList.toggle("target", targets.includes(hole));
      spot.classList.toggle("winning", hopes.get(hole) === true);
      spot.classList.toggle("losing", hopes.get(hole) === false);
      spot.classList.toggle("movable", movable.includes(hole));
      spot.setAttribute("aria-pressed", String(hole === selected));
    });
    for (const [hole, peg] of this.pegs) peg.classList.toggle("selected", hole === selected);
  }

  /** Arrows along a chain of holes and a cross (a plus in the reverse game) on each hole leapt over. */
  trail(chain, middles, isHint) {
    this.trails.replaceChildren();
    chain.slice(1).forEach((to, i) => this.arrow(this.data.points[chain[i]], this.data.points[to], isHint));
    const sign = this.data.reverse ? "m-.17 0h.34m-.17-.17v.34" : "m-.14-.14l.28.28m0-.28l-.28.28";
    for (const hole of middles) {
      const [x, y] = this.data.points[hole];
      svgElement(this.trails, "path", { class: "taken", d: `M${x} ${y}${sign}` });
    }
  }

  arrow([x, y], [u, v], isHint) {
    const length = Math.hypot(u - x, v - y);
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const [tipX, tipY] = [u - 0.4 * dx, v - 0.4 * dy];
    const [baseX, baseY] = [tipX - 0.26 * dx, tipY - 0.26 * dy];
    const start = `M${x + 0.26 * dx} ${y + 0.26 * dy}`;
    svgElement(this.trails, "path", { class: isHint ? "trail hinted" : "trail", d: `${start}L${baseX} ${baseY}` });
    const [left, right] = [[baseX - 0.14 * dy, baseY + 0.14 * dx], [baseX + 0.14 * dy, baseY - 0.14 * dx]];
    svgElement(this.trails, "path", { class: "head", d: `M${tipX} ${tipY}L${left}L${right}z` });
  }

  /** A ring around each of some holes. */
  mark(holes) {
    this.marks.replaceChildren();
    for (const hole of holes) {
      const [cx, cy] = this.data.points[hole];
      svgElement(this.marks, "circle", { class: "marked", cx, cy, r: 0.45 });
    }
  }

  /** A word in each hole; none where `words` is empty. */
  label(words, name) {
    this.labels.replaceChildren();
    words.forEach((word, hole) => {
      const [x, y] = this.data.points[hole];
      svgElement(this.labels, "text", { class: name || "", x, y: y + 0.1 }).textContent = word;
    });
    this.shadeLabels();
  }

  /** Words on pegs have another colour than words on wood. */
  shadeLabels() {
    this.labels.childNodes.forEach((label, hole) => label.classList.toggle("on-peg", this.pegs.has(hole)));
  }
}
