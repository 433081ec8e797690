"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { sessionAbandoned } from "@/lib/client/http/session-renewal";
import { guardNavigation } from "@/lib/client/project/navigation";

/** The part of the browser's Navigation API that going back and forth is caught with, where it exists. */
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

interface Traversal extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}

interface Props {
  /** Whether leaving now would lose something. */
  readonly isDirty: () => boolean;
  /** Absent: changes are not saved, and no draft of them is kept. */
  readonly question?: LeaveQuestion;
  /** Called when the user leaves, before the page goes. */
  readonly onLeave?: () => void;
}

/** The question that is asked before a page is left. */
export interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  /** The button that stays on the page. */
  readonly stay: string;
}

/** The question of a form whose changes are kept as a draft. */
export const leaveWithDraft: LeaveQuestion = {
  title: "Leave without saving?",
  text: "Your changes are not saved. They stay here as a draft until this tab is closed.",
  stay: "Keep editing",
};

const leaveWithoutDraft: LeaveQuestion = { ...leaveWithDraft, text: "Your changes are not saved." };

/** The event on `window` that says the person chose to leave: forms in dialogs over this one do not ask again. */
const leaving = "tocsin:leaving";

/**
 * Asks before the page is left while `isDirty` answers true: by a link, a key or the palette, by going back, by
 * closing. Where several forms are open, one of them asks for all.
 */
export function LeaveGuard({ isDirty, question = leaveWithoutDraft, onLeave }: Props) {
  const [go, setGo] = useState<(() => void) | undefined>();
  useNavigationGuard(isDirty, (leave) => setGo(() => leave));
  return (
    <Dialog
      isOpen={go !== undefined}
      onOpenChange={(open) => open || setGo(undefined)}
      role="alertdialog"
      width="small"
      title={question.title}
      actions={
        <>
          <Button
            onPress={() => {
              onLeave?.();
              go?.();
            }}
          >
            Leave
          </Button>
          <Button look="primary" onPress={() => setGo(undefined)}>
            {question.stay}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  );
}

/** Holds back every way to leave the page while `isDirty`; `ask` gets what leaves after all. */
function useNavigationGuard(isDirty: () => boolean, ask: (leave: () => void) => void): void {
  const router = useRouter();
  const onHeld = useEffectEvent((how: () => void) =>
    ask(() => {
      window.dispatchEvent(new Event(leaving));
      how();
    }),
  );

  // The browser decides about closing and history, and links are followed by the router: both are outside.
  useEffect(() => {
    const { navigation } = window as unknown as { readonly navigation?: Navigation };
    let isLeaving = false;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty() && !isLeaving) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const href = event.defaultPrevented ? undefined : linkedPath(event);
      if (href === undefined || isLeaving || !isDirty()) return;
      event.preventDefault();
      event.stopPropagation();
      onHeld(() => router.push(href));
    };
    const onNavigate = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Traversal;
      if (navigationType !== "traverse" || !cancelable || isLeaving || !isDirty()) return;
      if (event.defaultPrevented) return;
      event.preventDefault();
      onHeld(() => navigation?.traverseTo(destination.key));
    };
    const unguard = guardNavigation((how) => {
      if (isLeaving || !isDirty()) return false;
      onHeld(how);
      return true;
    });
    // Signing in again leads back here, where the draft is: nothing to ask.
    const onLeaving = () => {
      isLeaving = true;
    };
    window.addEventListener(leaving, onLeaving);
    window.addEventListener(sessionAbandoned, onLeaving);
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      unguard();
      window.removeEventListener(leaving, onLeaving);
      window.removeEventListener(sessionAbandoned, onLeaving);
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [isDirty, router]);
}

/** Where a plain click on a link to another page of this site leads. */
function linkedPath(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement)) return undefined;
  if (link.target === "_blank" || link.origin !== location.origin || link.download)
    return undefined;
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash;
}
