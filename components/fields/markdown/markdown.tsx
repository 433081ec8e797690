import { Suspense } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";

const Rendered = lazyWithRetry(async () => (await import("./rendered-markdown")).RenderedMarkdown);

/** Shows rendered Markdown. The renderer is loaded on first use. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense
      fallback={
        <span className="grid gap-2 py-1">
          <Skeleton />
          <Skeleton className="w-2/3" />
        </span>
      }
    >
      <Rendered text={text} />
    </Suspense>
  );
}
