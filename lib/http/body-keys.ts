import { type Fault, invalid } from "@/lib/errors";
import type { JsonObject } from "@/lib/schema/json";
import { nearest, pointerOf } from "@/lib/schema/pointer";

const parts = ["select", "query", "sort", "data", "limit", "skip", "cursor", "count"];
/** Sent by existing clients with every write; it asks for nothing that is done here. */
const passedOver = "miscDataProps";

/**
 * Refuses what is no part of a body (reference, "Body parts"): a filter under a mistyped name would
 * otherwise match everything. Throws a 400 that names each.
 */
export function refuseUnknownParts(body: JsonObject): void {
  const faults = Object.keys(body).flatMap((name): Fault[] => {
    if (parts.includes(name) || name === passedOver) return [];
    const near = nearest(name, parts);
    const hint = near
      ? `Did you mean ${near}?`
      : `A body may hold ${parts.join(", ")}; fields go inside data.`;
    const message = `"${name.slice(0, 60)}" is no part of the body. ${hint}`;
    return [{ pointer: pointerOf(name), field: name, message }];
  });
  if (faults.length > 0) throw invalid(faults);
}
