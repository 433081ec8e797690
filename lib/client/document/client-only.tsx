import { type ReactNode, Suspense } from "react";
import { useBrowserValue } from "./use-browser-value";

interface Props {
  /** Shown in the document and until the code of the children is loaded. */
  readonly fallback?: ReactNode;
  /** Lazy components that read data of their own. */
  readonly children: ReactNode;
}

/**
 * Renders lazy components in the browser only. The document holds the fallback, because React hydrates
 * each `Suspense` on its own. An answer that arrives between two of them makes the second differ from
 * the document (error 418).
 *
 * @example <ClientOnly fallback={<Skeleton />}><History resource={resource} id={id} /></ClientOnly>
 */
export function ClientOnly({ fallback = null, children }: Props) {
  const isInBrowser = useBrowserValue(() => true, false);
  return isInBrowser ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
