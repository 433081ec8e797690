import { date, number, relation, text } from "@/lib/schema/fields";
import { defineResource, type Resource, readOperations } from "@/lib/schema/resource";

/** Events of the access log, and their display texts. */
export const accessEvents = {
  ...{ sign_in: "Signed in", sign_in_refused: "Sign-in refused", sign_out: "Signed out" },
  ...{ visitor_sign_in: "Visitor signed in", visitor_sign_in_refused: "Visitor refused" },
  ...{ password_changed: "Password changed", session_ended: "Session ended" },
  ...{ reset_link_made: "Reset link made", reset_link_used: "Reset link used" },
  ...{ key_made: "Key made", key_rotated: "Key rotated", key_revoked: "Key revoked" },
  ...{ key_refused: "Key refused", confirmation_refused: "Password confirmation refused" },
  ...{ invitation_made: "Invitation made", invitation_accepted: "Invitation accepted" },
  ...{ member_changed: "Membership changed" },
  ...{ snapshot: "Snapshot taken", backup: "Backup taken", large_export: "Large export" },
} as const;

/** Display texts of events for an entry that counts several. */
const severalEvents: Partial<Record<AccessEvent, string>> = {
  sign_in_refused: "Sign-in refused # times",
  visitor_sign_in_refused: "Visitor refused # times",
  key_refused: "Key refused # times",
  confirmation_refused: "Password confirmation refused # times",
  session_ended: "# sessions ended",
  large_export: "Large export of # records",
};

export type AccessEvent = keyof typeof accessEvents;

const ours = { writtenBy: "server" } as const;
const kept = { ...ours, indexed: false, onTargetDelete: "keep" } as const;

export const accessLog = defineResource({
  path: "access-log",
  name: "Access Log Entry",
  plural: "Access Log Entries",
  pageTitle: "Access log",
  group: "settings",
  nav: { rank: 5, icon: "log" },
  readableByAll: true,
  about:
    "One event of access: a sign-in, a refusal, or a change of a password, key, session or membership.",
  label: "event",
  operations: readOperations,
  permission: { read: "Read Access Log" },
  readers: "owners",
  timeField: "at",
  unsearched: true,
  unlogged: true,
  alsoOfNoProject: true,
  listed: [
    ...["at", "event", "accountId", "keyId", "statusPageId", "visitorId"],
    ...["address", "device", "count"],
  ],
  common: "bare",
  indexes: [
    ["accountId", "at", "_id"],
    ["keyId", "at", "_id"],
    ["event", "at", "_id"],
  ],
  fields: {
    project: relation("project", { ...kept, title: "Project" }),
    at: date({ ...ours, title: "When" }),
    event: text({
      ...{ ...ours, suggestions: Object.keys(accessEvents), words: accessEvents },
      wordsForMany: { column: "count", words: severalEvents },
    }),
    account: relation("user", { ...kept, title: "Person" }),
    byAccount: relation("user", { ...kept, title: "Done by" }),
    key: relation("api-key", { ...kept, title: "API key" }),
    statusPage: relation("status-page", { ...kept, title: "Status page" }),
    visitorId: text({ ...ours, title: "Visitor ID", help: "The private user of the page." }),
    address: text(ours),
    device: text({
      ...{ ...ours, names: "devices" },
      help: "The User-Agent that the browser or program sent.",
    }),
    count: number(ours),
    requestId: text({ ...ours, title: "Request ID" }),
  },
});

const { address: _, device: __, ...shownToAll } = accessLog.fields;

/** The log without address and device, for all but the user concerned and deployment owners. */
export const accessLogOfProjects: Resource = { ...accessLog, fields: shownToAll };
