import { type Fault, invalid } from "@/lib/errors";
import type { JsonObject } from "@/lib/schema/json";
import { faultAt, pointerOf, unknownField } from "@/lib/schema/pointer";

/**
 * Returns the string fields of a body: all of `required`, and those of `optional` that are present.
 * Throws a 400 with each missing field, each non-string and each unknown key.
 */
export function stringFields<Required extends string, Optional extends string = never>(
  body: JsonObject,
  required: readonly Required[],
  optional: readonly Optional[] = [],
): Record<Required, string> & Partial<Record<Optional, string>> {
  const known: readonly string[] = [...required, ...optional];
  const faults: Fault[] = Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => unknownField([name], "this request", known));
  const texts: Record<string, string> = {};
  for (const name of known) {
    const value = body[name] ?? undefined;
    if (typeof value === "string") texts[name] = value;
    else if (value !== undefined) faults.push(faultAt([name], name, "must be text"));
    else if ((required as readonly string[]).includes(name)) faults.push(missing(name));
  }
  if (faults.length > 0) throw invalid(faults);
  return texts as Record<Required, string> & Partial<Record<Optional, string>>;
}

function missing(name: string): Fault {
  return { pointer: pointerOf(name), field: name, message: `${name} is missing. Send it as text.` };
}
