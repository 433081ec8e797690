import { date, id, json, number, relation, text } from "@/lib/schema/fields";
import { defineResource, type Resource, readOperations } from "@/lib/schema/resource";

const operations = {
  ...{ create: "Created", update: "Changed", delete: "Deleted" },
  ...{ "reset-link": "Reset link made", "password-reset": "Password set by a link" },
  ...{ export: "Exported", snapshot: "Snapshot begun", "snapshot-sent": "Snapshot saved" },
};
const actors = { apiKey: "API key", user: "Person", system: "System" };
const channels = {
  ...{ api: "API", console: "Console", system: "Tocsin", rule: "Rule" },
  import: "Import",
};

/** The way by which a change came. */
export type ChangeChannel = keyof typeof channels;

export const changeLog = defineResource({
  path: "change-log",
  name: "Change Log Entry",
  plural: "Change Log Entries",
  group: "settings",
  nav: { rank: 6, icon: "file-clock", key: "l" },
  readableByAll: true,
  about: "One change to one record: who made it, when, and what it was before and after.",
  label: "operation",
  operations: readOperations,
  permission: { read: "Read Change Log" },
  timeField: "at",
  unsearched: true,
  listed: ["at", "actorName", "operation", "resource", "recordId"],
  common: "bare",
  indexes: [["resource", "recordId", "at"]],
  fields: {
    project: relation("project", { indexed: false, onTargetDelete: "keep" }),
    sequence: number({ title: "Sequence", isSequence: true }),
    at: date({ title: "When" }),
    resource: text({ title: "Kind of record", names: "resources" }),
    recordId: id({ title: "Record", within: "resource" }),
    operation: text({ suggestions: Object.keys(operations), words: operations }),
    actorType: text({ title: "Done by a", suggestions: Object.keys(actors), words: actors }),
    actorId: text({ title: "Actor ID" }),
    actorName: text({ title: "Done by", kindIn: { column: "actorType", words: actors } }),
    channel: text({ suggestions: Object.keys(channels), words: channels }),
    requestId: text({ title: "Request ID" }),
    removedFrom: id({ hidden: true, writtenBy: "server", isRare: true }),
    before: json(),
    after: json(),
  },
});

const { sequence: _, ...shownToAll } = changeLog.fields;

/** The log without its numbers, which reveal the activity of projects hidden from the caller. */
export const changeLogOfProjects: Resource = { ...changeLog, fields: shownToAll };
