"use client";

import { ErrorPage } from "@/components/layout/page-fault";

export default function PageError({ reset }: { readonly reset: () => void }) {
  return <ErrorPage onRetry={reset} />;
}
