import { resources } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import { knownTitles } from "@/lib/schema/permission-titles";

/** Known names for texts that name something, by the kind of thing they name. */
const known: Readonly<Record<NonNullable<Field["names"]>, () => readonly string[]>> = {
  permissions: () => knownTitles(resources.values()),
  resources: () => [...resources.keys()],
  devices: () => [],
};

/** Returns the names to suggest for a list of texts; none if any text is allowed. */
export function suggestedNames({ names }: Field): readonly string[] {
  return names === undefined ? [] : known[names]();
}
