import { editDistance } from "@/lib/schema/pointer";

/**
 * Returns sentences about variables whose names are almost those of settings: `DATABASE_URl`,
 * `PORTT`. Reports only a difference in case or of one letter, because the environment holds
 * variables of other programs too.
 */
export function misspellingsOf(names: Iterable<string>, settings: readonly string[]): string[] {
  return [...names].flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = settings.find((setting) => isAlmost(name, setting));
    return meant === undefined
      ? []
      : [`${name} is no setting and has no effect. If ${meant} is meant, correct its name.`];
  });
}

/** Shorter names are matched by case only: short names of other programs are too similar. */
const shortest = 5;

function isAlmost(name: string, setting: string): boolean {
  const [one, other] = [name.toUpperCase(), setting];
  if (one === other) return true;
  const isLong = other.length >= shortest || one.startsWith(other);
  return isLong && one.length < 60 && editDistance(one, other) === 1;
}
