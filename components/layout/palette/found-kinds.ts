import type { Hit } from "@/lib/contract/search";
import { resourceAt } from "@/lib/resources/index";
import { foldLetters } from "@/lib/schema/search-text/search-text";

/**
 * Returns the hits by resource: the kind of the first hit if the text names that record, then
 * incidents, alerts and monitors, else in the given order.
 */
export function kindsOf(
  hits: readonly Hit[],
  text: string,
): readonly (readonly [string, readonly Hit[]])[] {
  const kinds = new Map<string, Hit[]>();
  for (const hit of hits) kinds.set(hit.resource, [...(kinds.get(hit.resource) ?? []), hit]);
  const [best] = hits;
  const named = best && isNamed(best, text.trim()) ? best.resource : undefined;
  const place = (path: string) => (path === named ? -1 : placeOf(path));
  return [...kinds].sort(([one], [other]) => place(one) - place(other));
}

function isNamed(hit: Hit, text: string): boolean {
  const isLabel = foldLetters(hit.label) === foldLetters(text);
  return isLabel || hit.matched === "id" || hasNumber(hit, text);
}

function placeOf(path: string): number {
  return resourceAt(path)?.foundFirst ?? Number.MAX_SAFE_INTEGER;
}

/** Returns true for the record of a typed number: "58", or "inc-58" with the prefix of the record. */
export function hasNumber({ number = "" }: Hit, typed: string): boolean {
  const own = partsOf(number);
  const { prefix, digits } = partsOf(typed);
  if (digits === "" || Number(own.digits) !== Number(digits)) return false;
  return prefix === "" || prefix === own.prefix;
}

function partsOf(number: string) {
  const [, prefix = "", digits = ""] = /^(.*?)(\d*)$/.exec(foldLetters(number)) ?? [];
  return { prefix: prefix.replaceAll(/[^\p{L}\p{N}]/gu, ""), digits };
}
