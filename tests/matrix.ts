import { relatedKinds, resources } from "@/lib/resources";
import type { Resource } from "@/lib/schema/resource";

/**
 * The resources of tests that run for each resource and take long: all but the related kinds, which
 * `tests/api/related-kinds.test.ts` covers.
 */
export const matrixResources: readonly Resource[] = [...resources.values()].filter(
  (resource) => !relatedKinds.includes(resource),
);
