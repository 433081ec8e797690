"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { FrameError } from "@/components/ui/frame-fallback";
import { SkeletonLines } from "@/components/ui/skeleton";
import { Toasts } from "@/components/ui/toast/toast";
import { explain } from "@/lib/client/http/problem";
import { useNextPage } from "@/lib/client/queries/next-page";
import { fetchPage, keys } from "@/lib/client/queries/queries";
import { meQuery } from "@/lib/client/session/me";
import { accessLog } from "@/lib/resources/system/access-log";
import { AccountBar } from "./account-bar";
import { AccountEvents, accountEventSelect } from "./account-events";

/** Lists every entry of the access log about the current account, newest first. */
export function AccountAccessLog() {
  const { data: me, error, refetch } = useQuery(meQuery);
  if (error && !me) return <FrameError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <AccountBar me={me} />
      <main className="mx-auto grid w-full max-w-2xl gap-4 px-5 pt-8 pb-20">
        <div className="grid gap-1">
          <a href="/account" className="w-fit text-13 text-ink-muted hover:underline">
            Your account
          </a>
          <h1 className="font-semibold text-20 text-ink-strong tracking-tight">Account activity</h1>
          <p className="text-13 text-ink-muted">
            Sign-ins, refusals, and changes of your password, keys and memberships, newest first.
          </p>
        </div>
        {me ? <Events accountId={me._id} /> : <SkeletonLines />}
      </main>
      <Toasts />
    </>
  );
}

function Events({ accountId }: { readonly accountId: string }) {
  const log = useInfiniteQuery({
    queryKey: [...keys.of(accessLog), "own", accountId],
    queryFn: ({ pageParam: cursor, signal }) => {
      const ask = { query: { accountId }, select: accountEventSelect, sort: { at: -1 } };
      return fetchPage(accessLog, { ...ask, limit: 50, cursor, count: "none" }, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error, hasNextPage } = log;
  const older = useNextPage(log);
  if (!data) return error ? <p role="alert">{explain(error)}</p> : <SkeletonLines />;
  const entries = data.pages.flatMap((page) => page.data);
  if (entries.length === 0) {
    return <p className="text-13 text-ink-muted">No activity recorded.</p>;
  }
  return (
    <>
      <AccountEvents label="Account activity" entries={entries} />
      {error && <p role="alert">{explain(error)}</p>}
      {hasNextPage && (
        <Button
          className="justify-self-start"
          onPress={() => void older.fetchNext()}
          isPending={older.isPending}
        >
          Show older events
        </Button>
      )}
    </>
  );
}
