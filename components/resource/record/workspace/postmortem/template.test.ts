import { expect, test } from "vitest";
import { linesOf } from "@/components/resource/record/story/export-timeline";
import type { StoryEntry } from "@/lib/contract/records/story";
import { incident } from "@/lib/resources/incidents/incident";
import { publicTexts } from "./template";

function entry(resource: string, kind: StoryEntry["kind"], data: StoryEntry["data"]): StoryEntry {
  return {
    ...{ id: resource, at: "2030-01-01T09:00:00.000Z", kind, verb: "posted", data },
    ...{ actor: null, subject: { resource, _id: resource } },
  };
}

test("a template quotes public notes, and nothing that only users of the project read", () => {
  const entries = [
    entry("incident-internal-note", "note", { note: "The password was leaked" }),
    entry("incident-public-note", "note", { note: "We are looking into it" }),
    entry("incident-state-timeline", "state", { rootCause: "Bob dropped the table" }),
  ];
  const text = linesOf(incident, { entries, labels: {} }, publicTexts).join("\n");
  expect(text).toContain("> We are looking into it");
  expect(text).toContain("The state became");
  expect(text).not.toMatch(/leaked|Bob/);
  expect(text.match(/^- /gm)).toHaveLength(2);
});
