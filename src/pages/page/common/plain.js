// In the head of a page that plays nothing: its theme is known before it is drawn.
document.addEventListener("DOMContentLoaded", () => settings.bind());
