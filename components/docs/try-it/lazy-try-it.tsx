"use client";

import dynamic from "next/dynamic";
import { importWithRetry } from "@/lib/client/http/import-with-retry";

/** The try-it form, loaded after the page can be read; the browser alone knows what it needs. */
export const LazyTryIt = dynamic(
  async () => (await importWithRetry(() => import("./try-it"))).TryIt,
  {
    ssr: false,
    loading: () => <p className="min-h-96 text-ink-muted">Loading the form…</p>,
  },
);
