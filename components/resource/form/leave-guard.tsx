"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { guardNavigation } from "@/lib/client/navigation";
import { sessionGivenUp } from "@/lib/client/renewal";

/** The part of the browser's Navigation API that going back and forth is caught with, where it exists. */
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

interface Traversal extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}

interface Props {
  readonly isDirty: () => boolean;
  /** What was typed is kept when the page is left. */
  readonly hasDraft?: boolean;
}

/** The event on `window` that says the person chose to leave: forms in dialogs over this one do not ask again. */
const leaving = "tocsin:leaving";

/**
 * Asks before the page is left with changes that are not saved: by a link, a key or the palette, by going back, by
 * closing. Where several forms are open, one of them asks for all.
 */
export function LeaveGuard({ isDirty, hasDraft = true }: Props) {
  const router = useRouter();
  const [go, setGo] = useState<(() => void) | undefined>();

  // The browser decides about closing and history, and links are followed by the router: both are outside.
  useEffect(() => {
    const { navigation } = window as unknown as { readonly navigation?: Navigation };
    let isLeaving = false;
    const leave = (how: () => void) => () => {
      window.dispatchEvent(new Event(leaving));
      how();
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty() && !isLeaving) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const href = event.defaultPrevented ? undefined : placeLinked(event);
      if (href === undefined || isLeaving || !isDirty()) return;
      event.preventDefault();
      event.stopPropagation();
      setGo(() => leave(() => router.push(href)));
    };
    const onNavigate = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Traversal;
      if (navigationType !== "traverse" || !cancelable || isLeaving || !isDirty()) return;
      if (event.defaultPrevented) return;
      event.preventDefault();
      setGo(() => leave(() => navigation?.traverseTo(destination.key)));
    };
    const unguard = guardNavigation((how) => {
      if (isLeaving || !isDirty()) return false;
      setGo(() => leave(how));
      return true;
    });
    // Signing in again leads back here, where the draft is: nothing to ask.
    const onLeaving = () => {
      isLeaving = true;
    };
    window.addEventListener(leaving, onLeaving);
    window.addEventListener(sessionGivenUp, onLeaving);
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      unguard();
      window.removeEventListener(leaving, onLeaving);
      window.removeEventListener(sessionGivenUp, onLeaving);
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [isDirty, router]);

  return (
    <Dialog
      isOpen={go !== undefined}
      onOpenChange={(open) => open || setGo(undefined)}
      role="alertdialog"
      width="small"
      title="Leave without saving?"
      actions={
        <>
          <Button onPress={() => go?.()}>Leave</Button>
          <Button look="primary" onPress={() => setGo(undefined)}>
            Keep editing
          </Button>
        </>
      }
    >
      Your changes are not saved.
      {hasDraft && " They stay here as a draft until this tab is closed."}
    </Dialog>
  );
}

/** Where a plain click on a link to another page of this site leads. */
function placeLinked(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement)) return undefined;
  if (link.target === "_blank" || link.origin !== location.origin || link.download)
    return undefined;
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash;
}
