import { sampleId } from "@/lib/resources/sample/sample-row";

/** Returns fields with sample record ids, given by resource and number: `{userId: ["user", 3]}`. */
export function reference<Name extends string>(
  targets: Readonly<Record<Name, readonly [path: string, n: number]>>,
): Record<Name, string> {
  const entries = Object.entries<readonly [string, number]>(targets);
  const ids = entries.map(([name, [path, n]]) => [name, sampleId(path, n)]);
  return Object.fromEntries(ids) as Record<Name, string>;
}
