import { editDistance } from "@/lib/schema/pointer";

/**
 * Sentences about variables whose names are almost those of settings: `DATABASE_URl`, `PORTT`. Only such as differ in
 * case or by one letter are named, because the environment holds variables of other programs too.
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

/** Short names of other programs lie too close together for more than a difference in case. */
const shortest = 5;

function isAlmost(name: string, setting: string): boolean {
  const [one, other] = [name.toUpperCase(), setting];
  if (one === other) return true;
  const isLong = other.length >= shortest || one.startsWith(other);
  return isLong && one.length < 60 && editDistance(one, other) === 1;
}
