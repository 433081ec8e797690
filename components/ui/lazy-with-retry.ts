import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { importWithRetry } from "@/lib/client/http/import-with-retry";

/**
 * A component whose code is loaded when it is first shown, inside a `Suspense`. React keeps a failure for ever and takes
 * the page away for it; here a network that is gone for a moment is waited for.
 *
 * @example const Peek = late(async () => (await import("./peek")).Peek);
 */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await importWithRetry(load) }));
}
