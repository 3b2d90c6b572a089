/* Keeps the files of these pages for offline visits. VERSION, a digest of the files, and FILES are defined above. */

const SCOPE = self.registration.scope;
/** A host can have several folders of such pages, each with its own files. */
const OWN = `soliter ${SCOPE} `;
const CACHE = OWN + VERSION;
/** If the host has not answered within this time, in milliseconds, a kept file is used. */
const PATIENCE = 5000;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(new URL(path, SCOPE), { cache: isFixed(path) ? "default" : "no-cache" })));
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { url, method } = event.request;
  const path = url.startsWith(SCOPE) ? url.slice(SCOPE.length).replace(/[?#].*$/, "") : undefined;
  // Requests for answers go to the server; without it, the page's engine answers them.
  if (method === "GET" && path !== undefined && !path.startsWith("api/")) event.respondWith(answer(event.request, path));
});

/** Whether a file's name contains its digest, so that the file never changes. */
function isFixed(path) {
  return path.startsWith("engine-");
}

/** The file from the host, or the kept copy if the host does not send it. */
async function answer(request, path) {
  const cache = await caches.open(CACHE);
  // The first file is the home page, to which the folder's own address leads.
  const place = new URL(path || FILES[0], SCOPE);
  const kept = await cache.match(place);
  if (kept && isFixed(path)) return kept;
  const fetched = fetch(request).then((response) => {
    // Pages of puzzles, with their boards, are kept once visited.
    if (response.ok && (kept || /^(puzzles|boards)\/.*\.(html|js)$/.test(path))) cache.put(place, response.clone());
    return response;
  });
  try {
    if (!kept) return await fetched;
    return await Promise.race([fetched, new Promise((_, reject) => { setTimeout(reject, PATIENCE); })]);
  } catch (error) {
    if (kept) {
      fetched.catch(() => {});
      return kept;
    }
    // The engine also knows built-in puzzles whose pages were never visited.
    const puzzle = /^puzzles\/(.*)\.html$/.exec(path);
    if (puzzle && FILES.includes("play.html")) return Response.redirect(new URL(`play.html#${puzzle[1]}`, SCOPE), 302);
    // A host has a "not found" page, and so do these pages.
    const nothing = request.mode === "navigate" && await cache.match(new URL("404.html", SCOPE));
    if (nothing) return new Response(nothing.body, { status: 404, headers: nothing.headers });
    throw error;
  }
}
