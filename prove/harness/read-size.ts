/** Seeds are drawn from below this (`at-random.ts`). */
const largest = 2 ** 31 - 1;

/** The number that the command line gives for a size. Throws an `Error` that names it where that is none. */
export function readSize(name: string, given: string): number {
  if (/^\d{1,10}$/.test(given) && Number(given) <= largest) return Number(given);
  throw new Error(`--${name} must be a whole number up to ${largest}.`);
}
