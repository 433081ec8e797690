"use client";

import { type ComponentProps, Suspense } from "react";
import { late } from "@/components/ui/late";
import { Skeleton } from "@/components/ui/skeleton";

const Loaded = late(async () => (await import("./condition-editor")).ConditionEditor);

/** The editor of a condition, loaded when it first opens. */
export function ConditionEditor(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-72" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
