import { expect, test } from "vitest";
import type { PublicGroup, PublicPage } from "@/lib/operations/status-pages/public-page";
import { jsonDocuments } from "./statuspage-json";

const down = { name: "Offline", color: "#112233", level: "down" } as const;

function group(
  id: string,
  status: PublicGroup["status"],
  monitors: readonly string[],
): PublicGroup {
  const texts = { description: "", explanation: "", createdAt: "", updatedAt: "" };
  return {
    ...{ id, name: id, isExpanded: true, status, uptime: undefined, ...texts },
    monitors: monitors.map((name) => ({
      ...{ id: name, name, ...texts, status: down, uptime: undefined, days: undefined },
    })),
  };
}

const page: PublicPage = {
  ...{ id: "", slug: "", title: "", timeZone: "UTC", createdAt: "", updatedAt: "" },
  ...{ description: "", logo: undefined, uptime: undefined, historyDays: 0 },
  ...{ hasEarlierIncidents: false, openIncidents: [], pastIncidents: undefined },
  ...{ announcements: [], pastAnnouncements: [], barColors: [], changesAt: undefined },
  state: { level: "down", text: "", isTotal: true },
  groups: [
    group("shown", down, ["one"]),
    group("hidden", undefined, ["two"]),
    group("empty", undefined, []),
  ],
};

test.each(["api/v2/components.json", "api/v2/summary.json"] as const)(
  "%s leaves out a group whose status is not shown, but not its monitors",
  (name) => {
    const { components } = jsonDocuments[name](page, "");
    expect(components).toMatchObject([
      { id: "shown", group: true, status: "major_outage", components: ["one"] },
      { id: "one", group_id: "shown", status: "major_outage" },
      { id: "two", group_id: null, status: "major_outage" },
    ]);
    expect(components).toHaveLength(3);
  },
);
