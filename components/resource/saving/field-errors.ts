import { titleOf } from "@/components/words/field-title";
import type { Fault } from "@/lib/errors";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Returns the error of one field as a sentence that begins with the field's title. */
export function errorSentence(column: Column, problem: string): string {
  if (problem.startsWith("is required")) return `${titleOf(column)} is required.`;
  return `${titleOf(column)} ${problem}${/[.?!]$/.test(problem) ? "" : "."}`;
}

/** Returns the server's validation errors by column; under "" those without one. */
export function errorsByColumn(
  resource: Resource,
  faults: readonly Fault[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const fault of faults) {
    const name = columnAt(resource, fault);
    const key = name?.name ?? "";
    if (found.has(key)) continue;
    found.set(key, name ? errorSentence(name, withoutName(fault)) : fault.message);
  }
  return found;
}

/** The pointer is `/data/<name>/…`, with either name of a relation. */
function columnAt(resource: Resource, { pointer, field }: Fault): Column | undefined {
  const [, part, name = field] = pointer.split("/");
  const { byName } = shapeOf(resource);
  return part === "data" ? (byName.get(name)?.column ?? byName.get(field)?.column) : undefined;
}

/** The server's messages begin with the field's name in the API. */
function withoutName({ field, message }: Fault): string {
  return message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
}
