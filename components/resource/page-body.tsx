import type { ReactNode } from "react";

/** The space around what a page of one record holds. */
export function PageBody({ children }: { readonly children: ReactNode }) {
  return <div className="max-w-6xl px-4 py-5 md:px-6">{children}</div>;
}
