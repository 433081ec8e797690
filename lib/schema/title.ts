import type { Column } from "./shape";

/** Returns the title of a field, else its name in words ("escalateAfter" is "Escalate after"). */
export function fieldTitle({ name, relation, field }: Column): string {
  return field.title ?? inWords(relation ?? name);
}

function inWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
