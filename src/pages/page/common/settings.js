/** What visitors choose once for every page: how pegs move, sound, on which side the buttons are. */
const settings = {
  names: ["motion", "sound", "left-handed", "warn"],

  /** Shows what was chosen before, and keeps what is chosen now. Not every page has every choice. */
  bind() {
    const chosen = kept.get("settings") || {};
    for (const name of this.names) {
      const box = byId(name);
      if (!box) continue;
      if (typeof chosen[name] === "boolean") box.checked = chosen[name];
      box.addEventListener("change", () => {
        kept.set("settings", { ...kept.get("settings"), [name]: box.checked });
        this.apply();
      });
    }
    this.apply();
  },

  apply() {
    const chosen = kept.get("settings") || {};
    document.documentElement.classList.toggle("still", chosen.motion === false);
    document.documentElement.classList.toggle("left-handed", chosen["left-handed"] === true);
  },

  /** A short knock, as wood on wood, if the visitor wants to hear one. */
  knock() {
    if (!(kept.get("settings") || {}).sound || !window.AudioContext) return;
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
