// Browsers install the pages of a host, and keep them for visits without it. Pages from the disk are there anyway.
if (location.protocol !== "file:") {
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = new URL("manifest.webmanifest", SCRIPT).href;
  document.head.append(manifest);
  // After the first paint. Where it fails, the pages work as long as their host can be reached.
  window.addEventListener("load", () => navigator.serviceWorker?.register(new URL("service_worker.js", SCRIPT).href).catch(() => {}));
}
