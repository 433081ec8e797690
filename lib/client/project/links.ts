import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";

/**
 * Lets the router follow the links of the console, which are plain anchors. Performance: the link
 * component of the framework is three components with six hooks, and a list has 250 links.
 */
export function useLinks(): void {
  const router = useRouter();
  // Follows the document's clicks, which are outside of React and of which React's own handlers come
  // first. A layout effect, so that links work from the first frame that shows them.
  useLayoutEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.defaultPrevented ? undefined : followedLink(event);
      if (!link?.pathname.startsWith(consolePath) || isOnThisPage(link)) return;
      event.preventDefault();
      router.push(pathOf(link));
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [router]);
}

const consolePath = "/p/";

/** Returns the link of a plain click that opens a page of this site in this window. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  const isPlain = button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement)) return undefined;
  const isElsewhere = link.target === "_blank" || link.origin !== location.origin;
  return isElsewhere || link.hasAttribute("download") ? undefined : link;
}

/** Returns the path of a link with its parameters and its anchor. */
export function pathOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}

/** The browser itself goes to an anchor of the page. */
function isOnThisPage({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== "" && pathname === location.pathname && search === location.search;
}
