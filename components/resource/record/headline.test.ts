import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incident";
import { incidentEpisodeFeed } from "@/lib/resources/incident-episode-feed";
import { headline, shownInHeader } from "./headline";

test("a plain name stands as it was written, however it looks", () => {
  const title = `queue_depth > 10_000 <b>#now</b> ${"x".repeat(300)}`;
  expect(headline(incident, { title }, undefined)).toBe(title);
  expect(shownInHeader(incident)?.name).toBe("title");
});

test("a name in Markdown is known by its first line, without marks", () => {
  const text = "**Severity** raised to `Critical`\n\nBecause of the second region.";
  const record = { feedInfoInMarkdown: text };
  expect(headline(incidentEpisodeFeed, record, undefined)).toBe("Severity raised to Critical");
  expect(shownInHeader(incidentEpisodeFeed)).toBeUndefined();
});

test("what has no name is known as others know it, else by its kind", () => {
  const record = { title: "  " };
  expect(headline(incident, record, { label: "INC-7" })).toBe("INC-7");
  expect(headline(incident, record, "missing")).toBe("Incident");
});
