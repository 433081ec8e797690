import type { Comparison } from "@/lib/import/checks/compare";
import type { FoundProject } from "@/lib/import/source/find-project";
import type { Issue, Tally } from "@/lib/import/state/tally";

/** The result of one list of the source. */
export interface KindReport {
  readonly name: string;
  readonly tally: Tally;
  readonly comparison?: Comparison;
}

/** A kind of OneUptime without a counterpart here. */
export interface OtherKind {
  readonly path: string;
  readonly count: number;
}

/** The outcome of an import. Printed as JSON, it is the report for programs. */
export interface Report {
  readonly from: string;
  readonly project: FoundProject;
  /** ISO 8601. */
  readonly begunAt: string;
  readonly finishedAt: string;
  readonly kinds: readonly KindReport[];
  /** References that lead nowhere, by kind. */
  readonly references: Readonly<Record<string, readonly Issue[]>>;
  readonly otherKinds: readonly OtherKind[];
}

/** Returns the contradictions between an import and its source as sentences; none if it holds. */
export function contradictionsIn({ kinds }: Report): readonly string[] {
  return kinds.flatMap(({ name, tally, comparison }) => {
    if (!comparison) return [];
    const { inSource, here, differences } = comparison;
    const lacking = inSource - tally.refused - here;
    const counts =
      lacking > 0 ? [`${name}: ${number(lacking)} records of the source are not here.`] : [];
    return [...counts, ...differences.map((one) => `Differs from the source: ${one}`)];
  });
}

/** Returns a number with separators. */
export function number(value: number): string {
  return value.toLocaleString("en");
}
