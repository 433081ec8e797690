import type { ReactNode } from "react";

/** Error of a form as a whole, announced when it appears. */
export function FormError({ message = null }: { readonly message?: ReactNode }) {
  return (
    <div role="alert" className={message === null ? "sr-only" : ""}>
      {message !== null && (
        <p className="border-danger border-l-2 pl-3 text-13 text-ink-strong">{message}</p>
      )}
    </div>
  );
}
