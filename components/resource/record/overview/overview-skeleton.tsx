import { Skeleton } from "@/components/ui/skeleton";

/** The shape of the overview of a record: texts, and beside them the facts. */
export function OverviewSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="grid min-h-96 content-start gap-4">
        {["w-1/3", "w-full", "w-5/6", "w-2/3", "w-3/4"].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
      <div className="grid content-start gap-4 max-lg:hidden">
        {["w-1/2", "w-2/3", "w-1/3", "w-3/5", "w-2/5"].map((width) => (
          <span key={width} className="grid grid-cols-[8rem_1fr] gap-3">
            <Skeleton className="w-20" />
            <Skeleton className={width} />
          </span>
        ))}
      </div>
    </div>
  );
}
