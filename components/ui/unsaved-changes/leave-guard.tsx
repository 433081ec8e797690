import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { sessionAbandoned } from "@/lib/client/http/session-renewal";
import { followedLink, pathOf } from "@/lib/client/project/links";
import { guardNavigation } from "@/lib/client/project/navigation";

/** The part of the browser's Navigation API that intercepts back and forward, where it exists. */
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

interface Traversal extends Event {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
}

interface Props {
  /** Returns whether leaving now would lose changes. */
  readonly isDirty: () => boolean;
  /** Absent if changes are neither saved nor kept as a draft. */
  readonly question?: LeaveQuestion;
  /** Called when the user leaves, before the navigation. */
  readonly onLeave?: () => void;
}

/** Texts of the dialog that confirms leaving a page. */
export interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  /** Label of the button that stays on the page. */
  readonly stay: string;
}

/** Texts for a form whose changes are kept as a draft. */
export const leaveWithDraft: LeaveQuestion = {
  title: "Leave without saving?",
  text: "Your changes are not saved. A draft is kept until you close this tab.",
  stay: "Keep editing",
};

const leaveWithoutDraft: LeaveQuestion = { ...leaveWithDraft, text: "Your changes are not saved." };

/**
 * Event on `window` after the user chose to leave. Forms in dialogs over this one do not ask again.
 */
const leaving = "tocsin:leaving";

/**
 * Asks before the page is left while `isDirty` returns true: by a link, a key or the palette, by
 * going back, by closing. If several forms are open, one of them asks for all.
 */
export function LeaveGuard({ isDirty, question = leaveWithoutDraft, onLeave }: Props) {
  const [go, setGo] = useState<(() => void) | undefined>();
  useNavigationGuard(isDirty, (leave) => setGo(() => leave));
  return (
    <Dialog
      isOpen={go !== undefined}
      onClose={() => setGo(undefined)}
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

/**
 * Intercepts every way to leave the page while `isDirty`. `ask` receives the function that leaves
 * after all.
 */
function useNavigationGuard(isDirty: () => boolean, ask: (leave: () => void) => void): void {
  const router = useRouter();
  const onHeld = useEffectEvent((how: () => void) =>
    ask(() => {
      window.dispatchEvent(new Event(leaving));
      how();
    }),
  );

  // The browser controls closing and history, and the router follows links. Both are outside of
  // React.
  useEffect(() => {
    const { navigation } = window as unknown as { readonly navigation?: Navigation };
    let isLeaving = false;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty() && !isLeaving) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const href = event.defaultPrevented ? undefined : pathToLeaveFor(event);
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
    // Signing in again returns to this page and its draft, so no confirmation is needed.
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

/** Returns the path of a plain click on a link to another page of this site. */
function pathToLeaveFor(event: MouseEvent): string | undefined {
  const link = followedLink(event);
  return link && link.pathname !== location.pathname ? pathOf(link) : undefined;
}
