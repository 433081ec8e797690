import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { importWithRetry } from "@/lib/client/http/import-with-retry";

/**
 * Returns a component whose code is loaded when it is first shown, inside a `Suspense`. React
 * caches a failed load forever and removes the page because of it. This function retries while the
 * network is down.
 *
 * @example const Preview = lazyWithRetry(async () => (await import("./preview")).Preview);
 */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await importWithRetry(load) }));
}
