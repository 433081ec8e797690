import { expect, test } from "vitest";
import type { PublicIncident, PublicPage } from "@/lib/operations/status-pages/public-page";
import { historySection } from "./history";
import { textsOf } from "./texts";
import { timesIn } from "./times";

const now = new Date("2026-11-29T12:00:00Z");

const emptyPage: PublicPage = {
  ...{ id: "", slug: "", title: "", timeZone: "UTC", createdAt: "", updatedAt: "" },
  ...{ description: "", logo: undefined, uptime: undefined, groups: [], historyDays: 14 },
  hasEarlierIncidents: false,
  state: { level: "operational", text: "", isTotal: false },
  ...{ openIncidents: [], pastIncidents: [], barColors: [], changesAt: undefined },
  ...{ announcements: [], pastAnnouncements: [] },
};

function incident(title: string, declaredAt: string, resolvedAt?: string): PublicIncident {
  return {
    ...{ id: title, title, description: "", declaredAt, createdAt: declaredAt, resolvedAt },
    ...{ updatedAt: declaredAt, state: { name: "State", color: "" }, phase: "resolved" },
    ...{ severity: { name: "Severity", color: "" }, impact: "minor", monitorIds: [] },
    ...{ updates: [], postmortem: undefined },
  };
}

/** Returns the days of the history and its titles as lines of text. */
async function linesOf(parts: Partial<PublicPage>): Promise<string[]> {
  const page = { ...emptyPage, ...parts };
  const words = { ...timesIn("UTC"), markdown: await textsOf(page) };
  const { text } = historySection(page, new Map(), words, now);
  const lines = text.matchAll(/<h3[^>]*>([^<]*)<\/h3>|<p class="day quiet">([^<]*)<\/p>/g);
  return [...lines].map(([, heading, quiet]) => heading ?? quiet ?? "");
}

test("an incident that is older than the history stands on the day of its resolution", async () => {
  const pastIncidents = [incident("Long", "2026-11-01T09:00:00Z", "2026-11-28T09:00:00Z")];
  expect(await linesOf({ pastIncidents, historyDays: 3 })).toEqual(
    expect.arrayContaining(["28 Nov 2026", "Long"]),
  );
});

test("no day of an incident is told to be without incidents", async () => {
  const openIncidents = [incident("Open", "2026-11-29T09:00:00Z")];
  const pastIncidents = [incident("Past", "2026-11-20T09:00:00Z", "2026-11-22T09:00:00Z")];
  expect(await linesOf({ openIncidents, pastIncidents })).toEqual([
    ...["29 Nov 2026: open incidents, see above", "23 Nov 2026 to 28 Nov 2026: no incidents"],
    ...["21 Nov 2026 to 22 Nov 2026: no new incidents", "20 Nov 2026", "Past"],
    "16 Nov 2026 to 19 Nov 2026: no incidents",
  ]);
});

test("a history with more incidents than are known ends with the oldest of them", async () => {
  const pastIncidents = [incident("Past", "2026-11-28T09:00:00Z", "2026-11-28T10:00:00Z")];
  expect(await linesOf({ pastIncidents, hasEarlierIncidents: true })).toEqual([
    ...["29 Nov 2026: no incidents", "28 Nov 2026", "Past", "Earlier incidents are not shown"],
  ]);
});
