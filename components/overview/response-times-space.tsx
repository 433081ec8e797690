import type { ReactNode } from "react";

/** The line of response times. It has its height before they are known. */
export function ResponseTimesSpace({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="flex min-h-7 flex-wrap items-baseline gap-x-8 gap-y-1 pointer-coarse:min-h-11">
      {children}
    </div>
  );
}
