import { expect, test } from "vitest";
import { titleOf } from "@/components/words/field-title";
import { incident } from "@/lib/resources/incidents/incident";
import { resourceAt } from "@/lib/resources/index";
import { parseFilter } from "@/lib/schema/filter-text/parse";
import { vocabularyOf } from "@/lib/schema/filter-text/vocabulary";
import { filterResources } from "./filter-resources";

const vocabulary = vocabularyOf(incident, titleOf, resourceAt);

test.each([
  ["title~down custom-fields.tier:3 no:severity", []],
  ["severity:11111111-1111-4111-8111-111111111111", []],
  ["severity:Critical", ["incident-severity"]],
  ["state.order>1 or severity.name:Critical", ["incident-state", "incident-severity"]],
])("%s needs %j to be read", (text, paths) => {
  const parsed = parseFilter(text, vocabulary);
  if (parsed.fault) throw new Error(parsed.fault.message);
  expect(filterResources(incident, parsed.filter).map(({ path }) => path)).toEqual(paths);
});
