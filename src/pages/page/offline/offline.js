// Browsers keep the pages of a host for offline visits. Pages opened from disk are always available.
if (location.protocol !== "file:") {
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = new URL("manifest.webmanifest", SCRIPT).href;
  document.head.append(manifest);
  // After the first paint. If it fails, the pages still work while their host can be reached.
  window.addEventListener("load", () => navigator.serviceWorker?.register(new URL("service_worker.js", SCRIPT).href).catch(() => {}));
}
