import { z } from "zod";
import { type Fault, invalid } from "@/lib/errors";
import { faultAt, unknownField } from "@/lib/schema/pointer";
import { parameterFaults } from "./query-parameters";

/**
 * Returns the values that a schema reads from a body. Throws a 400 that lists every fault, after
 * those in `found`.
 */
export function checkBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  found: readonly Fault[] = [],
) {
  const read = schema.safeParse(body);
  if (read.success && found.length === 0) return read.data;
  const issues = read.error?.issues ?? [];
  const unknown = issues.filter(isUnknownKeys);
  const others = issues.filter((issue) => !isUnknownKeys(issue));
  throw invalid([
    ...found,
    ...unknown.flatMap((issue) => unknownKeys(schema, issue)),
    ...others.map((issue) => faultAt(named(issue.path), fieldOf(issue), issue.message)),
  ]);
}

/** Does the same for a query string. Unknown and repeated parameters are faults. */
export function checkQuery<Schema extends z.ZodObject>(schema: Schema, query: URLSearchParams) {
  const sent = Object.keys(schema.shape).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  const unknown = parameterFaults(query, Object.keys(schema.shape));
  return checkBody(schema, Object.fromEntries(sent), unknown);
}

type UnknownKeys = z.core.$ZodIssueUnrecognizedKeys;

function isUnknownKeys(issue: z.core.$ZodIssue): issue is UnknownKeys {
  return issue.code === "unrecognized_keys";
}

function unknownKeys(schema: z.ZodObject, { path, keys }: UnknownKeys): Fault[] {
  const inner = path.reduce<unknown>(
    (at, part) => (at instanceof z.ZodObject ? at.shape[String(part)] : undefined),
    schema,
  );
  const known = inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  return keys.map((key) => unknownField([...named(path), key], "this request", known));
}

/**
 * Returns the field that an issue states, or the innermost name of its path. An element of a list
 * has the name of the list.
 */
function fieldOf(issue: z.core.$ZodIssue): string {
  const stated = issue.code === "custom" ? issue.params?.["field"] : undefined;
  return String(stated ?? issue.path.findLast((part) => typeof part === "string") ?? "body");
}

function named(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((part) => (typeof part === "number" ? part : String(part)));
}
