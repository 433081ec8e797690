"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const Loaded = lazy(async () => ({
  default: (await import("./condition-editor")).ConditionEditor,
}));

/** The editor of a condition, loaded when it first opens. */
export function ConditionEditor(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-72" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
