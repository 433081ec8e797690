import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { documentChangeToken } from "@/lib/client/document/document-block";
import { firstChangeToken } from "@/lib/client/http/change-token";
import { connect } from "./connect";
import { type LiveChange, onLiveChanges, stopLiveChanges, takeLiveMessage } from "./live-changes";
import { markRest, refreshRecords, refreshRest } from "./refresh-changed";

/** The current user and their session, if it is one of a browser. */
interface Person {
  readonly _id: string;
  readonly sessionId?: string | undefined;
}

/** Least time between two refetches of lists and numbers, in milliseconds. */
const restMs = 2_000;

/**
 * Keeps the page current: joins the browser's stream of changes while a user is signed in, and
 * refetches what others change in the project. The stream is outside of React.
 */
export function useLiveUpdates({ _id: user, sessionId }: Person, projectId: string): void {
  const client = useQueryClient();
  useEffect(() => follow(client, projectId), [client, projectId]);
  useEffect(() => {
    if (sessionId === undefined) return undefined;
    const joining = {
      ...{ user, after: documentChangeToken() ?? firstChangeToken() },
      since: performance.timeOrigin,
    };
    const name = `tocsin-live-${hashOf(sessionId)}`;
    const join = (since: number) => connect(name, { ...joining, since }, takeLiveMessage);
    let leave = join(joining.since);
    // A page in the back-forward cache may be frozen, and may be shown again.
    const hide = () => leave();
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) leave = join(0);
    };
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", show);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", show);
      leave();
      stopLiveChanges();
    };
  }, [user, sessionId]);
}

function follow(client: QueryClient, projectId: string): () => void {
  let waiting: readonly LiveChange[] | "reset" = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    refreshRest(client, waiting);
    waiting = [];
    timer = setTimeout(refresh, restMs);
  };
  const stop = onLiveChanges((told) => {
    const isOfPage = (change: LiveChange) =>
      change.projectId === null || change.projectId === projectId;
    const changes = told === "reset" ? told : told.filter(isOfPage);
    if (changes.length === 0) return;
    refreshRecords(client, changes);
    waiting = changes === "reset" || waiting === "reset" ? "reset" : [...waiting, ...changes];
    if (timer === undefined) refresh();
    else markRest(client, changes);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Returns a hash of a session's id for a name that other pages of this origin see (FNV-1a, 32 bit). */
function hashOf(id: string): string {
  let hash = 0x811c9dc5;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}
