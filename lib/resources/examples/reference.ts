import { sampleId } from "@/lib/resources/sample/sample-row";

/** Fields that hold the ids of sample records, each told by its resource and number: `{userId: ["user", 3]}`. */
export function reference<Name extends string>(
  targets: Readonly<Record<Name, readonly [path: string, n: number]>>,
): Record<Name, string> {
  const entries = Object.entries<readonly [string, number]>(targets);
  const ids = entries.map(([name, [path, n]]) => [name, sampleId(path, n)]);
  return Object.fromEntries(ids) as Record<Name, string>;
}
