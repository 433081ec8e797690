import { type ComponentProps, Suspense } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";

const LoadedEditor = lazyWithRetry(
  async () => (await import("./condition-editor")).ConditionEditor,
);

/** The condition editor, loaded when it first opens. */
export function LazyConditionEditor(props: ComponentProps<typeof LoadedEditor>) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-72" />}>
      <LoadedEditor {...props} />
    </Suspense>
  );
}
