/**
 * Script for the head of a document. It loads the scripts that the server listed (`defer-scripts.ts`)
 * after the first frame that shows the whole document. A page in the background shows no frame, so
 * there they load at once. Over a slow line, they wait for the document 1 s at most.
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
  setTimeout(load, 1000);
  addEventListener("DOMContentLoaded", () => {
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  });
})();`;
