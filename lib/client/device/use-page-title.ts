import { useEffect } from "react";

/**
 * Keeps the title of the browser's tab while the component is mounted. Next.js writes the title of
 * the route into the head when its metadata arrives, which may be after the hydration.
 */
export function usePageTitle(title: string): void {
  // The head of the document is outside of React's tree.
  useEffect(() => {
    const show = () => {
      if (document.title !== title) document.title = title;
    };
    show();
    const watch = new MutationObserver(show);
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [title]);
}
