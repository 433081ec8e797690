import type { ReactNode } from "react";

/** The response times, in two lines on a phone. The space has its height before they are known. */
export function ResponseTimesSpace({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="flex min-h-7 flex-wrap items-baseline gap-x-8 gap-y-1 max-sm:min-h-12 pointer-coarse:min-h-11 max-sm:pointer-coarse:min-h-23">
      {children}
    </div>
  );
}
