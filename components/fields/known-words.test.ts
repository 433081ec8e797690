import { expect, test } from "vitest";
import { changeLog } from "@/lib/resources/change-log";
import type { Field } from "@/lib/schema/field";
import { inWords } from "./known-words";

const { resource, operation, channel, actorName } = changeLog.fields;

test.each<[Field | undefined, string, string]>([
  [resource, "incident-state-timeline", "Incident State Event"],
  [resource, "no-such-resource", "no-such-resource"],
  [operation, "update", "Changed"],
  [operation, "constructor", "constructor"],
  [channel, "api", "API"],
  [actorName, "update", "update"],
])("%# %s reads %s", (field, text, words) => {
  expect(field && inWords(field, text)).toBe(words);
});
