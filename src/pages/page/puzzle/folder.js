const player = new Player();
const shown = { ...BOARD, ...JSON.parse(byId("data").textContent) };
player.isLinked = true;
for (const link of document.querySelectorAll(".bar a")) link.href = `${shown.up}${link.getAttribute("href")}`;
byId("evidence").hidden = !shown.evidence;
if (shown.evidence) byId("certificate").href = shown.evidence;
player.load(shown, "try");
if (!player.sharing.receive() && shown.lines.length === 0) byId("mode-watch").parentElement.hidden = true;
window.addEventListener("hashchange", () => player.sharing.receive());
byId("check-record").addEventListener("click", () => {
  const result = checkRecord(shown, byId("record").value);
  byId("verdict").textContent = recordVerdict(shown, result);
});
