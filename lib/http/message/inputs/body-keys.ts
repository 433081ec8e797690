import type { Fault } from "@/lib/errors";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { nearest, pointerOf } from "@/lib/schema/pointer";

const usual = ["select", "query", "sort", "data", "limit", "skip", "cursor", "count"];

/** The keys of bodies other than the common ones, by operation. */
const own: Readonly<Partial<Record<RecordOperation, readonly string[]>>> = {
  bulkCreate: ["items"],
  bulkUpdate: ["items", "data"],
  bulkDelete: ["items"],
};

/**
 * Returns a fault for each unknown key of a body (reference, "Body parts"). A filter under a
 * mistyped name would otherwise match everything.
 */
export function unknownBodyParts(body: JsonObject, operation: RecordOperation): Fault[] {
  const parts = own[operation] ?? usual;
  return Object.entries(body).flatMap(([name, value]): Fault[] => {
    if (parts.includes(name) || isPassedOver(name, value)) return [];
    const near = nearest(name, parts);
    const hint = near
      ? `Did you mean ${near}?`
      : `A body may hold ${parts.join(", ")}; fields go inside data${inItems(operation)}.`;
    const message = `"${name.slice(0, 60)}" is not allowed in the body. ${hint}`;
    return [{ pointer: pointerOf(name), field: name, message }];
  });
}

/**
 * Returns true for the keys that existing clients send with every request. `miscDataProps` has no
 * effect here; an empty `groupBy` asks for nothing.
 */
function isPassedOver(name: string, value: JsonValue): boolean {
  if (name === "miscDataProps") return true;
  return name === "groupBy" && isJsonObject(value) && Object.keys(value).length === 0;
}

function inItems(operation: RecordOperation): string {
  return own[operation] ? ', as in {"items": [{"data": {…}}]}' : "";
}
