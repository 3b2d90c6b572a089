// The folder of these pages is the nearest one above this address that contains their icon.
const folders = location.pathname.split("/").slice(0, -1);

function lookIn(depth) {
  const root = `${folders.slice(0, depth).join("/")}/`;
  const icon = new Image();
  icon.addEventListener("error", () => depth > 1 && lookIn(depth - 1));
  icon.addEventListener("load", () => {
    for (const link of document.links) link.href = root + link.getAttribute("href");
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${root}page.css` }),
      Object.assign(document.createElement("script"), { src: `${root}plain.js` }),
    );
  });
  icon.src = `${root}icon.svg`;
}
lookIn(folders.length);
