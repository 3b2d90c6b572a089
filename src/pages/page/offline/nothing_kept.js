// A server's pages exist only while it runs, so browsers need not keep them. A site that was at this address before may have
// installed a service worker that does.
navigator.serviceWorker?.getRegistrations().then(async (workers) => {
  await Promise.all(workers.map((worker) => worker.unregister()));
  const own = (await caches.keys()).filter((name) => name.startsWith("soliter "));
  await Promise.all(own.map((name) => caches.delete(name)));
}).catch(() => {});
