"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isProblem } from "@/lib/client/http/problem";

/** What pages need around them to read from the API: one store of what it answered, for as long as the page lives. */
export function DataProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...{ staleTime: 15_000, gcTime: 15 * 60_000, networkMode: "always" },
        ...{ retry: isWorthRetrying, retryDelay: waitBefore },
      },
      // Without a connection a write fails at once and says so; it never waits to be sent later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** A mistake of the client stays one; a server that is away or overloaded may come back. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return isProblem(error) && (error.status === 0 || error.status === 429 || error.status >= 503);
}

/** What the server asks for, else one second, then two. */
function waitBefore(failures: number, error: Error): number {
  return (isProblem(error) ? error.retryAfterMs : undefined) ?? 1_000 * 2 ** failures;
}
