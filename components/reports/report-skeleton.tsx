import { Skeleton } from "@/components/ui/skeleton";

/** The shape of a report: figures in two columns, each with a title, a definition and bars. */
export function ReportSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-2"
    >
      {["weeks", "attention", "acknowledge", "resolve"].map((figure) => (
        <div key={figure} className="grid min-h-72 content-start gap-4">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-5/6" />
          {["w-full", "w-2/3", "w-3/4", "w-1/2", "w-5/6"].map((width) => (
            <Skeleton key={width} className={`h-6! ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
