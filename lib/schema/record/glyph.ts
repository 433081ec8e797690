import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/**
 * The shape beside the name of a state or severity. A state is a ring, filled by so many quarters; a
 * severity is one to three bars.
 */
export const glyphs = [
  ...(["state-0", "state-2", "state-3", "state-4"] as const),
  ...(["severity-1", "severity-2", "severity-3"] as const),
] as const;

export type Glyph = (typeof glyphs)[number];

/** The shape of resolved states. */
export const resolvedGlyph: Glyph = "state-4";

/** Returns the columns that `glyphOf` needs. */
export function glyphColumns({ stateFlags, severityRank }: Resource): readonly string[] {
  return [
    ...Object.values(stateFlags ?? {}),
    ...(severityRank === undefined ? [] : [severityRank]),
  ];
}

/**
 * Returns the glyph of a record: of a state by its flags, three quarters without one; of a severity
 * by its rank, three bars for the worst. Undefined for other records.
 */
export function glyphOf({ stateFlags, severityRank }: Resource, row: Row): Glyph | undefined {
  if (stateFlags) {
    if (row[stateFlags.resolved] === true) return resolvedGlyph;
    if (row[stateFlags.acknowledged] === true) return "state-2";
    return row[stateFlags.created] === true ? "state-0" : "state-3";
  }
  if (severityRank === undefined) return undefined;
  const rank = Number(row[severityRank] ?? Number.NaN);
  if (rank <= 1) return "severity-3";
  return rank === 2 ? "severity-2" : "severity-1";
}
