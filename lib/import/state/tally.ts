/** One reason why something was not taken as it was, with the first records that it met. */
export interface Issue {
  readonly what: "record" | "value" | "reference" | "changed";
  /** The column, for a value or a reference. */
  readonly column?: string;
  readonly why: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** The result of one kind of records. Stored with the rows that it counts. */
export interface Tally {
  /** The run that it belongs to: a later import begins anew. */
  readonly run: string;
  /** Number of records read from the beginning of the source's list. */
  readonly position: number;
  /** The record before that position. */
  readonly lastId: string | null;
  readonly isDone: boolean;
  /** Number of records in the source when it was begun. */
  readonly inSource: number | null;
  readonly taken: number;
  /** Records that were there already. */
  readonly present: number;
  readonly refused: number;
  /** How often records were read again, because the list of the source had changed. */
  readonly rewinds: number;
  /** Why the kind as a whole was not taken. */
  readonly kindRefused?: string;
  readonly unreadable: readonly string[];
  readonly issues: readonly Issue[];
}

const mostExamples = 20;
const mostIssues = 100;
const otherReasons = "other reasons";

/** Returns the tally of a kind of which nothing was read. */
export function emptyTally(run: string): Tally {
  return {
    ...{ run, position: 0, lastId: null, isDone: false, inSource: null },
    ...{ taken: 0, present: 0, refused: 0, rewinds: 0, unreadable: [], issues: [] },
  };
}

/** Returns the issues with one more. Beyond 100 reasons, further ones are counted together. */
export function withIssue(
  issues: readonly Issue[],
  about: Pick<Issue, "what" | "column" | "why">,
  id: string,
): readonly Issue[] {
  const isSame = (one: Issue, why: string) =>
    one.what === about.what && one.column === about.column && one.why === why;
  const isKnown = issues.some((one) => isSame(one, about.why));
  const why = isKnown || issues.length < mostIssues ? about.why : otherReasons;
  const before = issues.find((one) => isSame(one, why));
  if (!before) return [...issues, { ...about, why, count: 1, examples: [id] }];
  const { count, examples } = before;
  const more = examples.length < mostExamples ? [...examples, id] : examples;
  const after = { ...before, count: count + 1, examples: more };
  return issues.map((one) => (one === before ? after : one));
}
