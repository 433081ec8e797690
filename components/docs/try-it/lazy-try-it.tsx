"use client";

import dynamic from "next/dynamic";
import { importWithRetry } from "@/lib/client/http/import-with-retry";

/** The try-it form, rendered only in the browser and loaded after the page is readable. */
export const LazyTryIt = dynamic(
  async () => (await importWithRetry(() => import("./try-it"))).TryIt,
  {
    ssr: false,
    loading: () => <p className="min-h-96 text-ink-muted">Loading the form…</p>,
  },
);
