import { Skeleton } from "@/components/ui/skeleton";

/** Most monitors whose strips the overview shows. */
export const mostStrips = 24;

/** The height of a line with a strip. */
export const stripLine = "h-8 pointer-coarse:h-11";

/** Reserves the space of the strips of so many monitors. */
export function StripsSkeleton({ count }: { readonly count: number }) {
  const lines = [...Array(Math.min(count, mostStrips)).keys()];
  return (
    <div aria-hidden className="grid">
      {lines.map((line) => (
        <div key={line} className={`flex items-center ${stripLine}`}>
          <Skeleton className="w-2/3" />
        </div>
      ))}
    </div>
  );
}
