import { expect, test } from "vitest";
import { titleOf } from "@/components/words/field-title";
import { labelKey } from "@/lib/client/queries/labels";
import { incident } from "@/lib/resources/incidents/incident";
import { resourceAt } from "@/lib/resources/index";
import { parseFilter } from "@/lib/schema/filter-text/parse";
import { vocabularyOf } from "@/lib/schema/filter-text/vocabulary";
import { filterSentence } from "./filter-sentence";

const vocabulary = vocabularyOf(incident, titleOf, resourceAt);

test.each([
  ["title~down", "Title contains down"],
  ["severity:Critical,Major", "Severity is Critical or Major"],
  ["severity.order<3", "Severity › Order is less than 3"],
  ["state.new-incidents-start-here:true", "State › New incidents start here: yes"],
  ["created-automatically:no", "Created automatically: no"],
  ["created-automatically!=yes", "Created automatically: not yes"],
  ["no:root-cause", "Root cause is empty"],
  ["custom-fields.tier:3", "Custom fields tier is 3"],
  ["declared>-7d", "Declared in the last 7 days"],
  ["declared>today", "Declared since today"],
])("%s reads %j", (text, words) => {
  const parsed = parseFilter(text, vocabulary);
  if (parsed.fault || !parsed.filter) throw new Error(`Not a filter: ${parsed.fault?.message}`);
  const reading = { resource: incident, labels: new Map(), zone: "UTC", mayRead: () => true };
  expect(filterSentence(reading, parsed.filter)).toBe(words);
});

test("an id without a name is called missing only if such records are readable", () => {
  const id = "00000000-0000-4000-8000-00000000dead";
  const parsed = parseFilter(`severity:${id}`, vocabulary);
  if (parsed.fault || !parsed.filter) throw new Error(`Not a filter: ${parsed.fault?.message}`);
  const { filter } = parsed;
  const labels = new Map([[labelKey("incident-severity", id), "missing" as const]]);
  const reading = { resource: incident, labels, zone: "UTC" };
  expect(filterSentence({ ...reading, mayRead: () => true }, filter)).toBe(
    "Severity is a missing record",
  );
  expect(filterSentence({ ...reading, mayRead: () => false }, filter)).toBe(
    "Severity is a record (no access)",
  );
});
