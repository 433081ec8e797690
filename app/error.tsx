"use client";

import { PageFault } from "@/components/layout/page-fault";

export default function PageError({ reset }: { readonly reset: () => void }) {
  return <PageFault onRetry={reset} />;
}
