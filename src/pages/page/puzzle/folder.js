const player = new Player();
const shown = { ...BOARD, ...JSON.parse(byId("data").textContent) };
player.isLinked = true;
for (const link of document.querySelectorAll(".bar a")) link.href = `${shown.up}${link.getAttribute("href")}`;
byId("evidence").hidden = !shown.evidence;
if (shown.evidence) byId("certificate").href = shown.evidence;
if (HAS_ANSWERS) {
  asked = { name: shown.name };
  bindAsking();
}
player.load(shown, "try");
if (HAS_ANSWERS) {
  // If the answer is in the page, no search is needed.
  const needsSolving = shown.lines.length === 0 && shown.claim?.status !== "infeasible";
  byId("solve").classList.toggle("idle", needsSolving);
  byId("solve").hidden = !needsSolving;
  byId("solve").disabled = false;
}
if (!player.sharing.receive() && shown.lines.length === 0) byId("mode-watch").parentElement.hidden = true;
window.addEventListener("hashchange", () => player.sharing.receive());
