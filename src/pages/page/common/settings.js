/** The settings that apply to every page. */
const settings = {
  names: ["motion", "sound", "chime", "left-handed", "warn", "show-names", "show-finish", "show-outlook", "theme", "speed"],

  get chosen() {
    return Object(kept.get("settings"));
  },

  keep(name, value) {
    kept.set("settings", { ...this.chosen, [name]: value });
    this.apply();
  },

  /** Shows the stored choices, and stores new ones. Not every page has every setting. */
  bind() {
    const { chosen } = this;
    for (const name of this.names) {
      const field = document.getElementById(name);
      if (!field) continue;
      const [property, values] = field.options ? ["value", [...field.options].map(({ value }) => value)] : ["checked", [true, false]];
      if (values.includes(chosen[name])) field[property] = chosen[name];
      field.addEventListener("change", () => this.keep(name, field[property]));
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

  /** A short knock, like wood on wood, if sound is on. */
  knock() {
    if (this.chosen.sound) this.play("triangle", [320, 90], 0, 0.08);
  },

  /** Three rising notes for a solved puzzle, unless muted. */
  chime() {
    if (this.chosen.chime !== false) [523, 659, 784].forEach((pitch, i) => this.play("sine", [pitch, pitch], 0.15 * i, 0.5));
  },

  /** A note that glides from one pitch to another, starting `after` this many seconds. */
  play(type, [from, to], after, length) {
    if (!window.AudioContext) return;
    this.audio ??= new AudioContext();
    const [tone, volume, start] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime + after];
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(this.audio.destination);
    tone.start(start);
    tone.stop(start + length);
  },
};

// Runs before the page is first drawn.
settings.apply();
