/** What people may choose as a password, in characters. */
const lengths = { least: 8, most: 128 } as const;

/** How a new password was judged. */
export interface JudgedPassword {
  /** Of zxcvbn, 0 to 4; 3 is "safely unguessable, moderate protection from offline slow-hash scenario". */
  readonly score: number;
  /** Why it is refused, in the words that follow the field's name; absent for a password that will do. */
  readonly problem?: string;
  /** Present when it has too few or too many characters. */
  readonly length?: "short" | "long";
  /** The pattern in it that is guessed first, as a sentence; absent when none is known. */
  readonly reason?: string | undefined;
}

/**
 * Judges a new password of a person: its length, and how soon it would be guessed. `own` are texts that are guessed
 * first: name, e-mail address, address of the deployment, names of projects. Server and console both use it, so the hint
 * while typing agrees with the reply.
 */
export async function judgePassword(
  password: string,
  own: readonly string[],
): Promise<JudgedPassword> {
  const { least, most } = lengths;
  const length = [...password].length;
  if (length < least || length > most) {
    const problem = `must have ${least} to ${most} characters; a few unrelated words make a good one`;
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

/** True when a password that an operator set would not do for a new person, whatever its length. */
export async function isEasyToGuess(password: string, own: readonly string[]): Promise<boolean> {
  const { isCommon, score } = await guess(password, own);
  return isCommon || score < leastScore;
}

const leastScore = 3;
const isOwn =
  "must not be your name or e-mail address, nor the name of a project or of this deployment";
const isCommon = "is one of the most common passwords and would be guessed first; choose another";
const tooEasy =
  "is too easy to guess: use a few unrelated words, without your name, your e-mail address, years, repeats or keys that lie side by side";

const sideBySide = "It has keys that lie side by side.";
const repeats = "It repeats the same characters.";
const dates = "It has a year or a date, which are guessed early.";
const common = "It is close to a common password.";

/** By the keys of zxcvbn's warnings. */
const reasons: Readonly<Record<string, string>> = {
  ...{ straightRow: sideBySide, keyPattern: sideBySide },
  ...{ simpleRepeat: repeats, extendedRepeat: repeats },
  ...{ recentYears: dates, dates },
  ...{ topTen: common, topHundred: common, common, similarToCommon: common },
  sequences: "It has a sequence, such as abc or 123.",
  userInputs: "It has your name, your e-mail address, a project or the name of this site in it.",
};

/** The time to look for patterns grows faster than the length. */
const longestLooked = 64;

async function guess(password: string, own: readonly string[]) {
  const { common, strength } = await guessing();
  const looked = [...password].slice(0, longestLooked).join("");
  const words = wordsOf(own);
  const { score, feedback, sequence } = strength.check(looked, words);
  // The feedback is about the longest part of the password, of which there may be nothing to say.
  const ofPart = (token: string) => strength.check(token, words).feedback.warning;
  const warning = feedback.warning ?? sequence.map(({ token }) => ofPart(token)).find(Boolean);
  return { score, warning, isCommon: common.has(password.toLowerCase()) };
}

/** What is guessed first for a person of this deployment. */
function wordsOf(own: readonly string[]): string[] {
  const parts = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return ["tocsin", ...own, ...parts].filter((word) => word.length >= 3);
}

let loaded: ReturnType<typeof load> | undefined;

/** Loaded when first asked for: it is large, and hardly any request or page needs it. A failure is not kept. */
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
