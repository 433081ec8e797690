import { expect, test } from "vitest";
import type { PublicMonitor } from "@/lib/operations/status-pages/public-page";
import { pageDocument } from "./page-html";

const days = Array.from({ length: 90 }, (_, place) => ({
  ...{ date: new Date(Date.UTC(2026, 0, 1 + place)).toISOString().slice(0, 10) },
  ...{ uptime: "99.95", downSeconds: 43, color: 0 },
}));
const monitors = Array.from(
  { length: 500 },
  (_, place): PublicMonitor => ({
    ...{ id: `${place}`, name: `Monitor ${place}`, description: "", explanation: "", days },
    ...{ status: undefined, uptime: undefined, createdAt: "", updatedAt: "" },
  }),
);

test("other requests continue while the bars of many monitors are made", async () => {
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 0);
  const group = { id: undefined, name: "", description: "", isExpanded: true, monitors };
  const { text } = await pageDocument(
    {
      ...{ id: "", slug: "a", title: "", timeZone: "UTC", createdAt: "", updatedAt: "" },
      ...{ description: "", logo: undefined, uptime: undefined, historyDays: 0 },
      hasEarlierIncidents: false,
      groups: [{ ...group, status: undefined, uptime: undefined, createdAt: "", updatedAt: "" }],
      state: { level: "operational", text: "", isTotal: false },
      ...{ openIncidents: [], pastIncidents: undefined, changesAt: undefined },
      ...{ announcements: [], pastAnnouncements: [], barColors: ["#112233"] },
    },
    { now: new Date("2026-04-01T00:00:00Z"), isPrivate: false },
  );
  clearInterval(turn);
  expect(text.match(/<svg/g)).toHaveLength(500);
  // Without a group, no level of headings is left out.
  expect(text.match(/<h3/g)).toHaveLength(500);
  expect(text).not.toContain("<h4");
  expect(turns).toBeGreaterThan(10);
});
