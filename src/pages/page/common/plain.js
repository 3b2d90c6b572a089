// A page that plays nothing: its theme is known before it is drawn, if this script is in its head.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => settings.bind());
else settings.bind();
