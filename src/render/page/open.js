{
  const data = JSON.parse(byId("data").textContent);
  const shown = data.kind === "game" ? new GamePlayer() : new Player();
  shown.load(data);
}
