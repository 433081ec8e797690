import { Skeleton } from "@/components/ui/skeleton";
import { OverviewSkeleton } from "./overview/overview-skeleton";

/** The shape of a record's page: name, state, tabs, texts, and beside them the facts. */
export function PageSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="w-24" />
      <Skeleton className="h-6! w-2/3" />
      <Skeleton className="w-1/2" />
      <div className="flex gap-6 border-line border-b pt-4 pb-3">
        {["w-16", "w-14", "w-14", "w-8"].map((width, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tabs never change.
          <Skeleton key={at} className={width} />
        ))}
      </div>
      <div className="pt-3">
        <OverviewSkeleton />
      </div>
    </div>
  );
}
