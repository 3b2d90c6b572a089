// For pages without a board: this script is in the head, so that the theme is set before the page is drawn.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => settings.bind());
else settings.bind();
