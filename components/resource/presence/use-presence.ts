import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { randomKey } from "@/lib/client/http/random-key";
import { request } from "@/lib/client/http/request";
import { useIsEdited } from "@/lib/client/live/edited-records";
import { isLive, isLost, watchLive } from "@/lib/client/live/live-changes";
import { hasSignedOut } from "@/lib/client/session/session";
import type { PresentUser } from "@/lib/contract/events";

/** Interval in which the page tells that it is shown, in milliseconds. */
const repeatMs = 20_000;
const nobody: readonly PresentUser[] = [];

let ownName: string | undefined;

/** Returns the name of this page, by which the server knows it from other tabs of the user. */
function pageName(): string {
  ownName ??= randomKey();
  return ownName;
}

/**
 * Tells that the user is at a record while the page is visible, and returns the other users there.
 * Leaving it is told by a beacon, because a page that is closed sends nothing else.
 */
export function usePresence(resource: string, recordId: string): readonly PresentUser[] {
  const mode = useIsEdited(resource, recordId) ? "editing" : "viewing";
  const isSignedIn = useSyncExternalStore(
    watchLive,
    () => isLive() || isLost(),
    () => false,
  );
  const { data = nobody } = useQuery({
    queryKey: ["presence", resource, recordId, mode],
    queryFn: async ({ signal }) => {
      const body = { resource, recordId, mode, page: pageName() } as const;
      return (await request("POST /api/presence", { body, signal })).data;
    },
    placeholderData: keepPreviousData,
    enabled: !hasSignedOut(),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Without a stream the session may have ended. A lost one tells that when it is opened again.
    refetchInterval: isSignedIn ? repeatMs : false,
  });
  // The beacon is the browser's.
  useEffect(() => {
    const leave = () => {
      // The server refuses it without a session, and forgets the user in less than a minute.
      if (hasSignedOut()) return;
      const body = JSON.stringify({ resource, recordId, mode: "left", page: pageName() });
      navigator.sendBeacon("/api/presence", new Blob([body], { type: "application/json" }));
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [resource, recordId]);
  return data;
}
