import { expect, test } from "vitest";
import { withArticle } from "./with-article";

test.each([
  ["Alert Severity", "an alert severity"],
  ["User", "a user"],
  ["AI Agent Task", "an AI agent task"],
  ["SCIM Log", "a SCIM log"],
])("%s is %s inside a sentence", (name, expected) => {
  expect(withArticle(name)).toBe(expected);
});
