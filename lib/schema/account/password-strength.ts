/** Allowed length of a password, in characters. */
const lengths = { least: 8, most: 128 } as const;

/** The result of judging a new password. */
export interface JudgedPassword {
  /**
   * The zxcvbn score, 0 to 4. 3 is "safely unguessable, moderate protection from offline slow-hash
   * scenario".
   */
  readonly score: number;
  /** The reason for refusal, to follow the field's name. Absent for an acceptable password. */
  readonly problem?: string;
  /** Present when the password has too few or too many characters. */
  readonly length?: "short" | "long";
  /** The most guessable pattern in the password, as a sentence. Absent when none is known. */
  readonly reason?: string | undefined;
}

/**
 * Judges a new password by its length and by how soon an attacker would guess it. `own` are
 * personal words, which attackers try first: name, e-mail address, address of the deployment, names
 * of projects. Server and console both call it, so that the hint while typing agrees with the
 * response.
 */
export async function judgePassword(
  password: string,
  own: readonly string[],
): Promise<JudgedPassword> {
  const { least, most } = lengths;
  const length = [...password].length;
  if (length < least || length > most) {
    const problem = `must have ${least} to ${most} characters; use a few unrelated words`;
    return { score: 0, problem, length: length < least ? "short" : "long" };
  }
  const plain = password.toLowerCase();
  if (own.some((text) => text !== "" && text.toLowerCase() === plain)) {
    return { score: 0, problem: isOwn, reason: reasons["userInputs"] };
  }
  const judged = await guess(password, own);
  if (judged.isCommon) return { score: 0, problem: isCommon, reason: reasons["common"] };
  if (judged.score >= leastScore) return { score: judged.score };
  return { score: judged.score, problem: tooEasy, reason: reasons[judged.warning ?? ""] };
}

/** Returns true if a password is too easy to guess for a new user. Ignores its length. */
export async function isEasyToGuess(password: string, own: readonly string[]): Promise<boolean> {
  const { isCommon, score } = await guess(password, own);
  return isCommon || score < leastScore;
}

const leastScore = 3;
const isOwn =
  "must not be your name or e-mail address, nor the name of a project or of this deployment";
const isCommon = "is one of the most common passwords; choose another";
const tooEasy =
  "is too easy to guess: use a few unrelated words, without your name, your e-mail address, years, repeats or adjacent keys";

const sideBySide = "It has adjacent keys.";
const repeats = "It repeats the same characters.";
const dates = "It has a year or a date, which are guessed early.";
const common = "It is close to a common password.";

/** Sentences by the keys of zxcvbn's warnings. */
const reasons: Readonly<Record<string, string>> = {
  ...{ straightRow: sideBySide, keyPattern: sideBySide },
  ...{ simpleRepeat: repeats, extendedRepeat: repeats },
  ...{ recentYears: dates, dates },
  ...{ topTen: common, topHundred: common, common, similarToCommon: common },
  sequences: "It has a sequence, such as abc or 123.",
  userInputs: "It has your name, your e-mail address, a project or the name of this site in it.",
};

/** Only this many characters are examined: the time to find patterns grows faster than length. */
const longestLooked = 64;

async function guess(password: string, own: readonly string[]) {
  const { common, strength } = await guessing();
  const looked = [...password].slice(0, longestLooked).join("");
  const words = wordsOf(own);
  const { score, feedback, sequence } = strength.check(looked, words);
  // The feedback covers only the longest part of the password, which may have no warning.
  const ofPart = (token: string) => strength.check(token, words).feedback.warning;
  const warning = feedback.warning ?? sequence.map(({ token }) => ofPart(token)).find(Boolean);
  return { score, warning, isCommon: common.has(password.toLowerCase()) };
}

/** Returns the words that attackers try first for a user of this deployment. */
function wordsOf(own: readonly string[]): string[] {
  const parts = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return ["tocsin", ...own, ...parts].filter((word) => word.length >= 3);
}

let loaded: ReturnType<typeof load> | undefined;

/** Loads zxcvbn on first use, because it is large and rarely needed. Does not cache a failure. */
function guessing() {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const common: ReadonlySet<string> = new Set(dictionary["passwords-common"]);
  return { common, strength: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }) };
}
