const words = (
  "latency errors checkout payments database replica queue worker timeout certificate region node " +
  "deploy rollback cache index partition failover memory disk network packet gateway upstream " +
  "login session token webhook customer orders search export invoice mobile dashboard alert " +
  "increased degraded unavailable intermittent elevated slow stuck failing rejected exhausted " +
  "after during between because while since on in for of the a some most all several"
).split(" ");

/** Returns a generator of numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns one of the values. Throws for none. */
export function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from.");
  return value;
}

/** Returns words of about `length` characters, the first in upper case. */
export function sentence(random: () => number, length: number): string {
  let text = pick(random, words);
  while (text.length < length) text += ` ${pick(random, words)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns Markdown of about `length` characters: paragraphs, a list, a link, quotes and line
 * breaks.
 */
export function markdownText(random: () => number, length: number): string {
  const third = Math.floor(length / 3);
  const items = [1, 2, 3].map(() => `- ${sentence(random, Math.floor(third / 3) - 3)}`);
  return [
    `**${sentence(random, 24)}.** ${sentence(random, third - 30)}.`,
    items.join("\n"),
    `${sentence(random, Math.max(third - 70, 10))}, see "[runbook](https://wiki.example.com/r/${Math.floor(random() * 1e6)})".`,
  ].join("\n\n");
}
