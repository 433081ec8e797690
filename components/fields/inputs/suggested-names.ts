import { resources } from "@/lib/resources/index";
import { knownTitles } from "@/lib/schema/access";
import type { Field } from "@/lib/schema/field";

/** What there is to choose for texts that name something, by what they name. */
const known: Readonly<Record<NonNullable<Field["names"]>, () => readonly string[]>> = {
  permissions: () => knownTitles(resources.values()),
  resources: () => [...resources.keys()],
  devices: () => [],
};

/** The names to offer for a list of texts; none where any text will do. */
export function suggestedNames({ names }: Field): readonly string[] {
  return names === undefined ? [] : known[names]();
}
