/** The settings that hold for every page. */
const settings = {
  boxes: ["motion", "sound", "left-handed", "warn", "show-names", "show-finish", "show-outlook"],
  choices: ["theme", "speed"],

  get chosen() {
    return Object(kept.get("settings"));
  },

  keep(name, value) {
    kept.set("settings", { ...this.chosen, [name]: value });
    this.apply();
  },

  /** Shows what was chosen before, and keeps what is chosen now. Not every page has every choice. */
  bind() {
    const { chosen } = this;
    for (const name of this.boxes) {
      const box = document.getElementById(name);
      if (!box) continue;
      if (typeof chosen[name] === "boolean") box.checked = chosen[name];
      box.addEventListener("change", () => this.keep(name, box.checked));
    }
    for (const name of this.choices) {
      const select = document.getElementById(name);
      if (!select) continue;
      if ([...select.options].some(({ value }) => value === chosen[name])) select.value = chosen[name];
      select.addEventListener("change", () => this.keep(name, select.value));
    }
    this.apply();
  },

  apply() {
    const { chosen } = this;
    const { classList, dataset } = document.documentElement;
    classList.toggle("still", chosen.motion === false);
    classList.toggle("left-handed", chosen["left-handed"] === true);
    if (["light", "dark"].includes(chosen.theme)) dataset.theme = chosen.theme;
    else delete dataset.theme;
  },

  /** A short knock, as wood on wood, if the visitor wants to hear one. */
  knock() {
    if (!this.chosen.sound || !window.AudioContext) return;
    this.audio = this.audio || new AudioContext();
    const [tone, volume, now] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(320, now);
    tone.frequency.exponentialRampToValueAtTime(90, now + 0.06);
    volume.gain.setValueAtTime(0.25, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
    tone.connect(volume).connect(this.audio.destination);
    tone.start(now);
    tone.stop(now + 0.09);
  },
};

// Before the page is drawn for the first time.
settings.apply();
