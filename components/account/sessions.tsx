import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { Button } from "@/components/ui/button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { describeUserAgent } from "@/components/words/describe-user-agent";
import { fullTime } from "@/lib/client/device/times";
import { explain, isProblem } from "@/lib/client/http/problem";
import { request } from "@/lib/client/http/request";
import { sessionsQuery } from "@/lib/client/session/session";
import type { OwnSession } from "@/lib/contract/account";

/** Lists the user's sessions, each with a button that ends it. */
export function Sessions() {
  const { data: sessions, error } = useQuery(sessionsQuery);
  const client = useQueryClient();
  const { send, isPending } = useRequest({ failed: "Session not ended", onError: "toast" });
  const [ending, setEnding] = useState<string>();
  const end = (id?: string) => {
    void send(async () => {
      setEnding(id);
      if (id === undefined) await request("POST /api/auth/end-other-sessions", {});
      else await request("DELETE /api/auth/sessions/:id", { id }).catch(ignoreNotFound);
      await client.invalidateQueries(sessionsQuery);
    });
  };
  if (error && !sessions) return <p role="alert">{explain(error)}</p>;
  if (!sessions) return <SkeletonLines />;
  return (
    <>
      <ul className="grid divide-y divide-line border-line border-y">
        {sessions.map((session) => (
          <SessionItem
            key={session._id}
            session={session}
            onEnd={end}
            isEnding={isPending && ending === session._id}
            isWaiting={isPending && ending !== session._id}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          className="justify-self-start"
          onPress={() => end()}
          isPending={isPending && ending === undefined}
          isDisabled={isPending && ending !== undefined}
        >
          End all other sessions
        </Button>
      )}
    </>
  );
}

/**
 * Ignores `not_found`, because a session that has already ended needs no action. Rethrows all else.
 */
function ignoreNotFound(failure: unknown): void {
  if (!isProblem(failure, "not_found")) throw failure;
}

function SessionItem(props: {
  readonly session: OwnSession;
  readonly onEnd: (id: string) => void;
  readonly isEnding: boolean;
  /** Another session is being ended first. */
  readonly isWaiting: boolean;
}) {
  const { _id, userAgent, address, lastUsedAt, isThis } = props.session;
  const browser = describeUserAgent(userAgent);
  return (
    <li className="flex min-w-0 items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="truncate text-ink-strong" title={userAgent}>
          {browser}
        </p>
        <p className="text-12 text-ink-muted tabular-nums">
          {address || "Unknown address"} ·{" "}
          {isThis ? "this session" : `last used ${fullTime(lastUsedAt, "UTC")}`}
        </p>
      </div>
      {!isThis && (
        <Button
          size="small"
          onPress={() => props.onEnd(_id)}
          isPending={props.isEnding}
          isDisabled={props.isWaiting}
          aria-label={`End session: ${browser}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
