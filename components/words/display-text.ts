import { resourceAt } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import type { Row } from "@/lib/schema/row";
import { describeUserAgent } from "./describe-user-agent";
import { sentenceCase } from "./sentence-case";

/**
 * Returns the text of a field as users read it: the path of a resource as its name, a User-Agent as
 * browser and system, a known value in its words. With its record, also the number of occurrences.
 */
export function displayText(field: Field, text: string, row?: Row): string {
  const { names, words = {}, wordsForMany } = field;
  if (names === "resources") {
    const resource = resourceAt(text);
    return resource ? sentenceCase(resource.name) : text;
  }
  if (names === "devices") return describeUserAgent(text);
  const count = row?.[wordsForMany?.column ?? ""];
  const many = own(wordsForMany?.words ?? {}, text);
  if (many !== undefined && typeof count === "number" && count > 1) {
    return many.replace("#", count.toLocaleString("en"));
  }
  return own(words, text) ?? text;
}

function own(words: Readonly<Record<string, string>>, text: string): string | undefined {
  return Object.hasOwn(words, text) ? words[text] : undefined;
}
