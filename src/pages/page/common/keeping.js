/** Data kept in the browser for the next visit, if the browser allows it. */
const kept = {
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(`soliter ${name}`)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(name, value) {
    try {
      if (value === undefined) localStorage.removeItem(`soliter ${name}`);
      else localStorage.setItem(`soliter ${name}`, JSON.stringify(value));
    } catch {
      // Storage is full or forbidden; the page works without it.
    }
  },
};

/** Calls `act` when another tab has changed the value stored under the key returned by `name`. */
function whenKept(name, act) {
  window.addEventListener("storage", ({ key }) => key === `soliter ${name()}` && act());
}

/** The puzzles that the visitor has solved, by name, each with the fewest moves used and the most stars earned. */
const solved = () => Object(kept.get("solved"));
const starred = () => Object(kept.get("stars"));

function keepSolved(name, moves, stars) {
  kept.set("solved", { ...solved(), [name]: Math.min(moves, solved()[name] ?? Infinity) });
  if (stars !== undefined) keepStars(name, stars);
}

function keepStars(name, stars) {
  kept.set("stars", { ...starred(), [name]: Math.max(stars, starred()[name] ?? 0) });
}

/** The number of hints that stands for the solution itself. */
const SOLUTION_SEEN = 99;
/** The number of hints used for a puzzle. A new attempt after a solution starts again from none. */
const hintsFor = (name) => Number(Object(kept.get("hints"))[name]) || 0;

function keepHints(name, number) {
  const { [name]: _, ...others } = Object(kept.get("hints"));
  kept.set("hints", number > 0 ? { ...others, [name]: number } : others);
}

/** Unfinished puzzles and games, latest first. Each has a `kind` (puzzle or game), a name and a title. */
const begun = () => {
  const list = kept.get("begun");
  return (Array.isArray(list) ? list : []).filter((one) => ["kind", "name", "title"].every((key) => typeof Object(one)[key] === "string"));
};

/** Remembers an unfinished puzzle or game; if `title` is undefined, it is finished or abandoned. */
function keepBegun(kind, name, title) {
  const others = begun().filter((one) => one.kind !== kind || one.name !== name);
  kept.set("begun", title === undefined ? others : [{ kind, name, title }, ...others].slice(0, 6));
}

/** Lets the visitor save a file. */
function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The style rules that a saved picture needs, since it lacks the page's style sheet. */
const DRAWN = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity",
  "stop-color", "transform", "font-size", "font-weight", "font-family", "text-anchor", "paint-order"];

/** The board as an SVG file of its own, in the colours of the page. */
function boardFile(svg, title) {
  const copy = svg.cloneNode(true);
  const shown = [svg, ...svg.querySelectorAll("*")];
  const style = (from, to) => {
    const computed = getComputedStyle(from);
    for (const name of DRAWN) {
      const value = computed.getPropertyValue(name);
      if (value && value !== "none" || name === "fill") to.setAttribute(name, value.replaceAll("\"", ""));
    }
    for (const name of ["class", "style", "role", "tabindex", "aria-label", "aria-hidden", "aria-pressed"]) to.removeAttribute(name);
  };
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => style(shown[i], element));
  for (const area of copy.querySelectorAll("[fill=\"rgba(0, 0, 0, 0)\"][stroke=\"rgba(0, 0, 0, 0)\"], [fill=\"rgba(0, 0, 0, 0)\"]:not([stroke])")) area.remove();
  const defs = document.querySelector("svg.hidden defs");
  const ownDefs = defs.cloneNode(true);
  const stops = [...defs.querySelectorAll("stop")];
  ownDefs.querySelectorAll("stop").forEach((stop, i) => style(stops[i], stop));
  const name = document.createElementNS(SVG, "title");
  name.textContent = title;
  copy.prepend(name, ownDefs);
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("width", Math.round(width * 60));
  copy.setAttribute("height", Math.round(height * 60));
  copy.removeAttribute("id");
  return new XMLSerializer().serializeToString(copy);
}

/** A file name made from a title. */
const fileName = (title, ending) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "board"}.${ending}`;

function saveSvg(svg, title) {
  download(fileName(title, "svg"), new Blob([boardFile(svg, title)], { type: "image/svg+xml" }));
}

/** Saves the board as a PNG at twice the resolution of the SVG. */
async function savePng(svg, title) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(boardFile(svg, title))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => download(fileName(title, "png"), blob));
}

/** Copies a text to the clipboard, even on a page without TLS, which may not use the clipboard API. */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  return undefined;
}
