/**
 * Script for the head of a document. It loads the scripts that the server listed (`defer-scripts.ts`)
 * after the first frame that shows the whole document, and after 1 s at the latest. They load at once
 * in the background, where no frame is drawn, and over a line with a long round trip (100 ms and more
 * for a new connection, or an estimate of 150 ms), where receiving them takes longer than drawing.
 */
export const deferredScripts = `(() => {
  const append = (source) => {
    const script = document.createElement("script");
    script.async = true;
    script.src = source;
    document.head.append(script);
  };
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    const listed = window.tocsinScripts ?? [];
    window.tocsinScripts = { push: append };
    listed.forEach(append);
  };
  const [navigation] = performance.getEntriesByType("navigation");
  const connectMs = navigation ? navigation.connectEnd - navigation.connectStart : 0;
  const isFar = connectMs >= 100 || navigator.connection?.rtt >= 150;
  if (document.hidden || isFar) return load();
  setTimeout(load, 1000);
  addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(load)));
})();`;
