import { type Fault, invalid } from "@/lib/errors";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { nearest, pointerOf } from "@/lib/schema/pointer";

const usual = ["select", "query", "sort", "data", "limit", "skip", "cursor", "count"];

/** The keys of bodies other than the common ones, by operation. */
const own: Readonly<Partial<Record<RecordOperation, readonly string[]>>> = {
  bulkCreate: ["items"],
  bulkUpdate: ["items", "data"],
  bulkDelete: ["items"],
};

/** Existing clients send it with every write. It has no effect here. */
const passedOver = "miscDataProps";

/**
 * Refuses unknown keys of a body (reference, "Body parts"). A filter under a mistyped name would
 * otherwise match everything. Throws a 400 that names each unknown key.
 */
export function refuseUnknownParts(body: JsonObject, operation: RecordOperation): void {
  const parts = own[operation] ?? usual;
  const faults = Object.keys(body).flatMap((name): Fault[] => {
    if (parts.includes(name) || name === passedOver) return [];
    const near = nearest(name, parts);
    const hint = near
      ? `Did you mean ${near}?`
      : `A body may hold ${parts.join(", ")}; fields go inside data${inItems(operation)}.`;
    const message = `"${name.slice(0, 60)}" is not allowed in the body. ${hint}`;
    return [{ pointer: pointerOf(name), field: name, message }];
  });
  if (faults.length > 0) throw invalid(faults);
}

function inItems(operation: RecordOperation): string {
  return own[operation] ? ', as in {"items": [{"data": {…}}]}' : "";
}
