"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { documentAnswers } from "@/lib/client/document/document-block";
import { DocumentData } from "@/lib/client/document/document-read";
import { claimPage } from "@/lib/client/http/page-user";
import { isProblem } from "@/lib/client/http/problem";
import { isLive } from "@/lib/client/live/live-changes";
import { meQuery } from "@/lib/client/session/me";

/**
 * Provides the query client: one cache of API responses for the life of the page. It begins with the
 * answers that the document carries.
 */
export function DataProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={client}>
      {children}
      <DocumentData />
    </QueryClientProvider>
  );
}

function createClient(): QueryClient {
  const client = emptyClient();
  // By the clock of the browser, which decides later how old they are.
  for (const [key, data] of documentAnswers()) client.setQueryData(key, data);
  const me = client.getQueryData(meQuery.queryKey);
  if (me) claimPage(me._id);
  return client;
}

function emptyClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...{ staleTime: 15_000, gcTime: unusedMs(), networkMode: "always" },
        ...retryPolicy,
        // Changes arrive by themselves, and rows must not move when the window gets the focus.
        refetchOnWindowFocus: ({ queryKey: [root] }) => !(isLive() && root === "records"),
      },
      // Without a connection a write fails at once. It is never queued for later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Returns how long an unused answer stays in the cache, in milliseconds. A document on the server
 * sets no timer, because each would keep all its answers in memory until it ends.
 */
function unusedMs(): number {
  return typeof window === "undefined" ? Number.POSITIVE_INFINITY : 15 * 60_000;
}

/**
 * The retries of reads: two. Client errors are final. An unreachable or overloaded server may
 * recover.
 */
const retryPolicy = { retry: isWorthRetrying, retryDelay: waitBefore };

function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return isProblem(error) && (error.status === 0 || error.status === 429 || error.status >= 503);
}

/** The delay that the server requests, else 1 s, then 2 s. */
function waitBefore(failures: number, error: Error): number {
  return (isProblem(error) ? error.retryAfterMs : undefined) ?? 1_000 * 2 ** failures;
}
