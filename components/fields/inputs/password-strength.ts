/** How hard a password is to guess, 0 to 4, and what would make it harder. */
export interface Strength {
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly words: string;
}

/**
 * A rough estimate that rewards length over odd characters; repeats and sequences count for little. It
 * advises and refuses nothing.
 */
export function passwordStrength(password: string): Strength {
  const bits = varied(password) * Math.log2(alphabetOf(password));
  if (password.length < 8) return { score: 0, words: "Very weak: use at least 8 characters" };
  if (bits < 40) return { score: 1, words: "Weak: add words or make it less regular" };
  if (bits < 60) return { score: 2, words: "Fair: longer is better than odd" };
  if (bits < 80) return { score: 3, words: "Good" };
  return { score: 4, words: "Strong" };
}

/** The number of characters that do not merely repeat or continue the one before. */
function varied(password: string): number {
  const units = [...password].map((character) => character.codePointAt(0) ?? 0);
  const worth = units.map((unit, at) => {
    const step = unit - (units[at - 1] ?? Number.NaN);
    return Math.abs(step) <= 1 ? 0.3 : 1;
  });
  return worth.reduce((sum, one) => sum + one, 0);
}

function alphabetOf(password: string): number {
  const sizes = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^A-Za-z\d]/, 33],
  ] as const;
  const size = sizes.reduce((sum, [has, many]) => sum + (has.test(password) ? many : 0), 0);
  return Math.max(size, 2);
}
