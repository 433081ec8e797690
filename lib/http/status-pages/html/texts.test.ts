import { expect, test } from "vitest";
import type { PublicPage } from "@/lib/operations/status-pages/public-page";
import { markdownWork } from "@/lib/schema/markdown/work";
import { usualMarkdown } from "@/tests/usual-markdown";
import { textsOf } from "./texts";

const emptyPage: PublicPage = {
  ...{ id: "", slug: "", title: "", timeZone: "UTC", createdAt: "", updatedAt: "" },
  ...{ description: "", logo: undefined, uptime: undefined, groups: [], historyDays: 0 },
  hasEarlierIncidents: false,
  state: { level: "operational", text: "", isTotal: false },
  ...{ openIncidents: [], pastIncidents: undefined, barColors: [], changesAt: undefined },
  ...{ announcements: [], pastAnnouncements: [] },
};

/** Renders texts as the announcements of one page. */
async function rendered(...texts: string[]): Promise<string[]> {
  const about = { id: "", title: "", from: "", until: undefined, monitorIds: [] };
  const announcements = texts.map((description) => ({ ...about, description }));
  const markdown = await textsOf({ ...emptyPage, announcements });
  return texts.map((text) => markdown(text).text);
}

const hostile: Readonly<Record<string, string>> = {
  "lists in lists above blank lines": `${"- ".repeat(990)}a\n${" \n".repeat(4_000)}`,
  "the same, short": `${"- ".repeat(490)}a\n${" \n".repeat(1_000)}`,
  "headings by underlines": "a\n=\n".repeat(2_500),
  emphasis: "*_".repeat(5_000),
  "lines of one letter": "a\n".repeat(5_000),
  "lines that continue a list": `- a\n${"b\n".repeat(4_900)}`,
  "lines that continue lists in lists": `${"- ".repeat(50)}a\n${"b\n".repeat(4_900)}`,
  "ten lists in each line": `${"- ".repeat(10)}a\n`.repeat(450),
  links: "[a](b) ".repeat(1_400),
  "a wide table": `${"|a".repeat(2_000)}\n${"|-".repeat(2_000)}\n${"|b".repeat(900)}`,
  "a table of many rows": `a|b\n-|-\n${"a|b\n".repeat(2_400)}`,
};

test.each(Object.entries(hostile))("%s are shown without being parsed", async (_, text) => {
  const [shown = ""] = await rendered(text);
  expect(shown).toMatch(/^<p>/);
  expect(shown.replaceAll(/<br \/>|<\/?p>/g, "")).not.toMatch(/[<>]/);
});

test("a usual text of the greatest length keeps its marks, with half the work that is allowed", async () => {
  expect(markdownWork(usualMarkdown)).toBeLessThan(1_500);
  const [shown = ""] = await rendered(usualMarkdown);
  expect(shown).toContain("<strong>payments</strong>");
});

test("a page renders texts until they are too much work together, and shows all of them", async () => {
  const texts = Array.from({ length: 60 }, (_, place) => `${place} ${usualMarkdown}`);
  const shown = await rendered(...texts);
  const marked = shown.map((text) => text.includes("<strong>"));
  expect(marked.indexOf(false)).toBeGreaterThan(25);
  expect(marked.lastIndexOf(true)).toBe(marked.indexOf(false) - 1);
  expect(shown.every((text) => text.includes("payments"))).toBe(true);
});

test("a text without its marks keeps all of its characters", async () => {
  const [shown = ""] = await rendered(`7.5 s (p99)\n2) b & c\r\n\r\n${"*_".repeat(4_000)}`);
  expect(shown).toMatch(/^<p>7\.5 s \(p99\)<br \/>\n2\) b &amp; c<\/p>\n<p>\*_\*_/);
});

test("other requests continue between two texts of a page", async () => {
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 0);
  await rendered(...Array.from({ length: 6 }, (_, place) => `${usualMarkdown} ${place}`));
  clearInterval(turn);
  expect(turns).toBeGreaterThan(2);
});
