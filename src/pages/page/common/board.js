"use strict";

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A phrase with a capital, for the start of a button or sentence. */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Creates an HTML element with the given properties and contents. */
function newElement(name, properties, ...contents) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...contents);
  return element;
}

/** Creates a button with an action. */
const newButton = (onclick, ...contents) => newElement("button", { type: "button", onclick }, ...contents);

/** A move in a numbered list, as a button. */
const numbered = (number, text, onclick) => newButton(onclick, newElement("span", { className: "number" }, `${number}.`), text);

/** Follows a pointer until it is released. */
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

/** Creates an SVG element inside `parent`. */
function svgElement(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

/** Shows the board and its controls. */
function showStage(...ids) {
  byId("main").classList.add("table");
  for (const id of ids) byId(id).hidden = false;
}

/** Draws a game's picture into an SVG element, centred at the bottom of a frame. */
function drawPicture(svg, picture, width = picture.width, height = picture.height) {
  svg.replaceChildren();
  svg.classList.add("game");
  svg.setAttribute("viewBox", `${(picture.width - width) / 2} ${picture.height - height} ${width} ${height}`);
  const shapes = svgElement(svg, "g", { class: "shapes", "aria-hidden": "true" });
  for (const shape of picture.shapes) drawShape(shapes, shape);
}

/** Lines between neighbours. */
const edges = (points, neighbours) => neighbours.map(([a, b]) => `M${points[a]}L${points[b]}`).join("");

/** A position as a small picture: the holes and the pegs are the dots of one path each. */
function drawThumbnail(svg, { width, height, points, neighbours, lattice }, pegs) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const dots = (holes) => holes.map((hole) => `M${points[hole]}h0`).join("");
  if (lattice === "none") svgElement(svg, "path", { class: "edges", d: edges(points, neighbours) });
  svgElement(svg, "path", { class: "dots", d: dots([...points.keys()]) });
  svgElement(svg, "path", { class: "dots pegs", d: dots(pegs) });
}

/** Draws a shape, given by its element, class, attributes and text. */
function drawShape(parent, [name, kind, attributes, words]) {
  const element = svgElement(parent, name, { class: kind, ...attributes });
  if (words) element.textContent = words;
  return element;
}

/* A jump is a list: the hole where it starts, the hole where it lands and, if the board has several jumps between these two, the
 * hole jumped over. A chain is the list of holes that a peg visits. If a hole jumped over has to be named, it stands between two
 * of them in a list of its own, as in `[0, [1], 2, 5]`. */

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

/** Explains, when a peg jumps again, why the number of moves does not change. */
const stillOneMove = (chains) => (jumpsOf(chains.at(-1) ?? []).length > 1 ? " The same peg again: still one move." : "");

/** Whether a position is a finish, which is given by its holes or by its number of pegs. */
function isAtFinish({ holes, pegs }, position) {
  if (holes === undefined) return position.filter(Boolean).length === pegs;
  return position.every((isPeg, hole) => isPeg === holes.includes(hole));
}

/** The holes visited by a peg in consecutive jumps. */
const visited = (jumps) => jumps.flatMap(([from, to], i) => (i === 0 ? [from, to] : [to]));

/** The jumps of a board as listed by the library, each as three holes. `before` and `after` say which of the three have a peg
 * before and after a jump; a jump fits a position that matches `before`. Positions are arrays with a boolean for each hole. */
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

  /** The holes of a jump; undefined if no such jump is listed, or if there are several and the jump does not say which. */
  holes(from, to, over) {
    const all = this.between(from, to);
    if (over !== undefined) return all.find((holes) => holes[1] === over);
    return all.length === 1 ? all[0] : undefined;
  }

  /** The hole jumped over. */
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

  /** The position after a sequence of jumps that fit. */
  play(pegs, jumps) {
    return jumps.reduce((now, jump) => this.make(now, ...jump), pegs);
  }

  /** The jumps of an untrusted list, up to the first that does not fit. */
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

  /** Draws consecutive jumps on a board. */
  trail(view, jumps) {
    view.trail(visited(jumps), jumps.map((jump) => this.middle(...jump)));
  }

  /** The holes in which the peg of a hole can land. */
  targets(pegs, from) {
    return [...new Set(this.fitting(pegs).flatMap(([start, to]) => (start === from ? [to] : [])))];
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The index of the nearest point in a direction from another point, or of that point itself at the edge. */
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

/** Converts a point of the window to the units of a picture. */
function pointIn(svg, clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/** A board drawn into an SVG element, with holes that can be focused and pegs that move. */
class BoardView {
  /** `handlers`, all optional: pick(hole), grab(hole), drop(from, to) where `to` is undefined outside the holes, escape(). */
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
    // A wooden board would hide the edges of a graph.
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
        // Pointers are handled when they are released; the remaining clicks come from assistive software.
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
        // Draw it above the others.
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

  /** A pointer's position in the units of the board. */
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

  /** Shows a position. With `jump` = [from, to], that peg is moved instead of redrawing the board; if `isBack`, no peg is marked
   * as moved. */
  show(position, jump, isBack) {
    for (const peg of this.pegLayer.querySelectorAll(".leaving")) peg.remove();
    if (jump && this.pegs.has(jump[0]) && !this.pegs.has(jump[1])) {
      const peg = this.pegs.get(jump[0]);
      this.pegs.delete(jump[0]);
      this.pegs.set(jump[1], peg);
      this.pegLayer.append(peg);
      // The browser has to lay out the old position before it can animate from it.
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

  /** Turns the holes into buttons, or the board into a picture. `describe(hole)` names a hole. */
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

  /** Marks the peg picked up, the holes where it can land, and the pegs that can be picked up. `hopes` says which targets keep
   * the finish within reach. */
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

  /** Draws arrows along a chain of holes, and a cross (a plus in the reverse game) on each hole jumped over. */
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

  /** Draws a ring around each of the given holes. */
  mark(holes) {
    this.marks.replaceChildren();
    for (const hole of holes) {
      const [cx, cy] = this.data.points[hole];
      svgElement(this.marks, "circle", { class: "marked", cx, cy, r: 0.45 });
    }
  }

  /** Writes a word in each hole; none if `words` is empty. */
  label(words, name) {
    this.labels.replaceChildren();
    words.forEach((word, hole) => {
      const [x, y] = this.data.points[hole];
      svgElement(this.labels, "text", { class: name || "", x, y: y + 0.1 }).textContent = word;
    });
    this.shadeLabels();
  }

  /** Words on pegs have a different colour from words on wood. */
  shadeLabels() {
    this.labels.childNodes.forEach((label, hole) => label.classList.toggle("on-peg", this.pegs.has(hole)));
  }
}
