import { expect, test } from "vitest";
import { accessLog } from "@/lib/resources/system/access-log";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Field } from "@/lib/schema/field";
import { displayText } from "./display-text";

const { resource, operation, channel, actorName } = changeLog.fields;

test.each<[Field | undefined, string, string]>([
  [resource, "incident-state-timeline", "Incident state event"],
  [resource, "no-such-resource", "no-such-resource"],
  [operation, "update", "Changed"],
  [operation, "constructor", "constructor"],
  [channel, "api", "API"],
  [actorName, "update", "update"],
])("%# %s reads %s", (field, text, words) => {
  expect(field && displayText(field, text)).toBe(words);
});

test.each([
  ["sign_in_refused", 37, "Sign-in refused 37 times"],
  ["sign_in_refused", 1, "Sign-in refused"],
  ["large_export", 1200, "Large export of 1,200 records"],
  ["key_made", 1, "Key made"],
  ["constructor", 3, "constructor"],
])("%s counted %d times reads %s", (event, count, words) => {
  const { event: field } = accessLog.fields;
  expect(field && displayText(field, event, { event, count })).toBe(words);
});

test("every event of the access log has a text, and a device is shown as browser and system", () => {
  const { event, device } = accessLog.fields;
  for (const known of event?.suggestions ?? []) {
    expect(event && displayText(event, known)).toMatch(/^[A-Z][a-z-]+( [a-z]+)+$/);
  }
  const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
  expect(device && displayText(device, agent)).toBe("Chrome on Linux");
});
