import type { JsonValue } from "@/lib/schema/json";
import type { Steps } from "./cooperative-steps";

const maxKeys = 1_000;
/** Values processed per step, in about a millisecond. */
const valuesAStep = 5_000;

/**
 * Removes the prototype of every object, in place. `JSON.parse` has already made keys such as
 * `__proto__` own properties, which they remain. Returns which limit is exceeded, if any.
 */
export function* stripPrototypes(value: JsonValue): Steps<string | undefined> {
  const left: JsonValue[] = [value];
  for (let seen = 1; left.length > 0; seen += 1) {
    const excess = tameOne(left.pop() ?? null, left);
    if (excess !== undefined) return excess;
    if (seen % valuesAStep === 0) yield false;
  }
  return undefined;
}

/** Adds the values inside a value to the remaining ones. */
function tameOne(value: JsonValue, left: JsonValue[]): string | undefined {
  if (value === Infinity || value === -Infinity) return "has a number too large to keep";
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  const inner = Array.isArray(value) ? value : Object.values(value);
  if (inner !== value && inner.length > maxKeys) {
    return `has an object with more than ${maxKeys.toLocaleString("en")} keys`;
  }
  for (const next of inner) left.push(next);
  return undefined;
}
