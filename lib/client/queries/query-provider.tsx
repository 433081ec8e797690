"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { retryPolicy } from "./retry-policy";

/** Provides the query client: one cache of API responses for the life of the page. */
export function DataProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...{ staleTime: 15_000, gcTime: 15 * 60_000, networkMode: "always" },
        ...retryPolicy,
      },
      // Without a connection a write fails at once. It is never queued for later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
