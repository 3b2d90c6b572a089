const shown = JSON.parse(byId("data").textContent);
const player = shown.kind === "game" ? new GamePlayer() : new Player();
player.load(shown);
