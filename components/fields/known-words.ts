import { resourceAt } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";

/** A text of a field as people read it: the path of a resource by its name, a known value in its words. */
export function inWords({ names, words = {} }: Field, text: string): string {
  if (names === "resources") return resourceAt(text)?.name ?? text;
  return Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}
