import { Skeleton } from "@/components/ui/skeleton";
import { useIsNarrow } from "@/components/ui/use-is-narrow";

/** Takes the place of a strip in a list until its data is read. */
export function StripSkeleton() {
  return <Skeleton className={`h-5! max-w-full ${useIsNarrow() ? "w-30" : "w-90"}`} />;
}
