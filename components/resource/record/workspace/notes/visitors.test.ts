import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentEpisode } from "@/lib/resources/incidents/incident-episode";
import { visitorsOf } from "./visitors";

test("a public note names only the pages whose visitors read it", () => {
  const pages = [
    { name: "Acme", hiddenBy: [] },
    { name: "Staff", hiddenBy: ["publication"] as const },
  ];
  expect(visitorsOf(incident, [...pages])).toBe("Public: visitors of Acme read this.");
});

test("a public note that nobody reads says which condition is missing", () => {
  const hidden = (...hiddenBy: ("record" | "page" | "publication")[]) =>
    visitorsOf(incident, [{ name: "Acme", hiddenBy }]);
  expect(hidden("record", "page", "publication")).toBe(
    "Public, but “Visible on status page” is off.",
  );
  expect(hidden("page")).toBe("Public, but Acme shows no incidents.");
  expect(hidden("page", "publication")).toBe("Public, but Acme is not published.");
  expect(visitorsOf(incident, [])).toBe("Public, but no status page shows this yet.");
  expect(visitorsOf(incidentEpisode, undefined)).toBe(
    "Public, but status pages show no incident episodes.",
  );
});

test("a public note on a record that is declared later names the time", () => {
  const pages = [
    { name: "Acme", hiddenBy: ["declaration"] as const },
    { name: "Staff", hiddenBy: ["declaration", "publication"] as const },
  ];
  const said = visitorsOf(
    incident,
    pages.map(({ name, hiddenBy }) => ({ name, hiddenBy: [...hiddenBy] })),
    "14 Aug 2026, 14:02 UTC",
  );
  expect(said).toBe("Public, but visitors see this incident only from 14 Aug 2026, 14:02 UTC on.");
});

test("a user who may not read the pages is told of none", () => {
  expect(visitorsOf(incident, undefined)).toBe("Public: visitors of status pages read this.");
});
