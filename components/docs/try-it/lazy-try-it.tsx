"use client";

import dynamic from "next/dynamic";

/** The try-it form, loaded after the page can be read; the browser alone knows what it needs. */
export const LazyTryIt = dynamic(() => import("./try-it").then(({ TryIt }) => TryIt), {
  ssr: false,
  loading: () => <p className="min-h-96 text-ink-muted">Loading the form…</p>,
});
