// Pages of a server are there as long as it is, so that browsers need not keep them. A site that was at this address before may
// have left them otherwise.
navigator.serviceWorker?.getRegistrations().then(async (workers) => {
  await Promise.all(workers.map((worker) => worker.unregister()));
  const own = (await caches.keys()).filter((name) => name.startsWith("soliter "));
  await Promise.all(own.map((name) => caches.delete(name)));
}).catch(() => {});
