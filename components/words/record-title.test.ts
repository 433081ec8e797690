import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentEpisodeFeed } from "@/lib/resources/incidents/incident-episode-feed";
import { recordTitle, titleColumn } from "./record-title";

test("a plain name stands as it was written, however it looks", () => {
  const title = `queue_depth > 10_000 <b>#now</b> ${"x".repeat(300)}`;
  expect(recordTitle(incident, { title }, undefined)).toBe(title);
  expect(titleColumn(incident)?.name).toBe("title");
});

test("a name in Markdown is cut to its first line, without markup", () => {
  const text = "**Severity** raised to `Critical`\n\nBecause of the second region.";
  const record = { feedInfoInMarkdown: text };
  expect(recordTitle(incidentEpisodeFeed, record, undefined)).toBe("Severity raised to Critical");
  expect(titleColumn(incidentEpisodeFeed)).toBeUndefined();
});

test("a record without a name has its label as the title, else its resource", () => {
  const record = { title: "  " };
  expect(recordTitle(incident, record, { label: "INC-7" })).toBe("INC-7");
  expect(recordTitle(incident, record, "missing")).toBe("Incident");
});
