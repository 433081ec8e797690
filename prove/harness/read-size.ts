/** Seeds are drawn from below this (`at-random.ts`). */
const largest = 2 ** 31 - 1;

/**
 * Parses the number of a size on the command line. Throws an `Error` with the size's name if it is
 * not a number.
 */
export function readSize(name: string, given: string): number {
  if (/^\d{1,10}$/.test(given) && Number(given) <= largest) return Number(given);
  throw new Error(`--${name} must be a whole number up to ${largest}.`);
}
