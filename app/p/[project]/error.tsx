"use client";

import { ErrorPage } from "@/components/layout/shell/error-page";

export default function PageError({ reset }: { readonly reset: () => void }) {
  return <ErrorPage onRetry={reset} />;
}
