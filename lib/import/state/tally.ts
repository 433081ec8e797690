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
  /** Those of them that changed in the source since they were taken. They stay as they are here. */
  readonly changedThere: number;
  /** Those of them that changed here since. */
  readonly changedHere: number;
  readonly refused: number;
  /** Ids of the records before `position`, as far as a rewind goes back. */
  readonly recent: readonly string[];
  /** Records after `position` that are counted already. Empty from the position `until` on. */
  readonly counted: { readonly ids: readonly string[]; readonly until: number };
  /** How often records were read again, because the list of the source had changed. */
  readonly rewinds: number;
  /** Why the kind as a whole was not taken. */
  readonly kindRefused?: string;
  readonly unreadable: readonly string[];
  readonly issues: readonly Issue[];
}

/** The place in the list after a page. */
export type Reached = Pick<Tally, "position" | "lastId" | "isDone" | "unreadable">;

/** Records that are read again when the list of the source has changed. */
const rewindBy = 1_000;
const noneCounted: Tally["counted"] = { ids: [], until: 0 };
const mostExamples = 20;
const mostIssues = 100;
const otherReasons = "other reasons";

/** Returns the tally of a kind of which nothing was read. */
export function emptyTally(run: string): Tally {
  return {
    ...{ run, position: 0, lastId: null, isDone: false, inSource: null },
    ...{
      taken: 0,
      present: 0,
      changedThere: 0,
      changedHere: 0,
      refused: 0,
      recent: [],
      counted: noneCounted,
    },
    ...{ rewinds: 0, unreadable: [], issues: [] },
  };
}

/** Returns the tally at an earlier position. The records after it are not counted a second time. */
export function rewound(tally: Tally): Tally {
  const { position, recent, counted, rewinds } = tally;
  return {
    ...tally,
    ...{ position: Math.max(0, position - rewindBy), lastId: null, rewinds: rewinds + 1 },
    ...{ recent: [], counted: countedAlso(counted, recent, position) },
  };
}

/** Returns the tally that also knows a record before `until` as counted. */
export function withCounted(tally: Tally, id: string, until: number): Tally {
  return { ...tally, counted: countedAlso(tally.counted, [id], until) };
}

function countedAlso(
  { ids, until }: Tally["counted"],
  more: readonly string[],
  to: number,
): Tally["counted"] {
  return { ids: [...new Set([...ids, ...more])], until: Math.max(until, to) };
}

/** Returns the tally after a page of records. */
export function afterPage(tally: Tally, ids: readonly string[], reached: Reached): Tally {
  const { position, isDone } = reached;
  const isPast = isDone || position >= tally.counted.until;
  return {
    ...tally,
    ...reached,
    // The report holds the tallies of finished steps.
    recent: isDone ? [] : [...tally.recent, ...ids].slice(-rewindBy),
    counted: isPast ? noneCounted : tally.counted,
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
