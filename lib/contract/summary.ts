import { z } from "zod";
import { endpoint, type ReplyOf, type Said } from "./endpoint";
import { projectId } from "./inputs";
import { count, counted, id, row, text, yesOrNo } from "./parts";

/** Records, and the query of the list that continues them. */
const latest = z.object({ data: z.array(row), query: counted.query });

/** The record that a count belongs to. */
const named = { _id: text, label: text, color: text.nullable() };

/** Unresolved incidents or alerts. */
const openRecords = z.object({
  ...counted,
  /** Neither acknowledged nor resolved. */
  unacknowledged: z.object(counted),
  /** Worst first; empty if the caller may not read severities. */
  bySeverity: z.array(z.object({ ...named, ...counted })),
  /** Youngest first, with the bounds of the age in minutes. The last upper bound is null. */
  byAge: z.array(z.object({ fromMinutes: count, toMinutes: count.nullable(), ...counted })),
});

/** Unresolved incidents, and those to look at first. */
const openIncidents = openRecords.extend({
  /** Incidents without an owner; `hasMore` if there are more. Null if owners are not readable. */
  unowned: z.object({ ...counted, hasMore: yesOrNo }).nullable(),
  /** Declared last, and open for the longest. */
  ...{ newest: latest, oldest: latest },
});

const monitors = z.object({
  ...counted,
  notOperational: z.object(counted),
  byStatus: z.array(z.object({ ...named, isOperational: yesOrNo, ...counted })),
});

/** Overview of a project. A part is null if the caller may not read its records. */
export const summary = endpoint({
  ...{ method: "GET", path: "/api/summary", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Get the summary of a project",
  about:
    "The overview's numbers. Beside each stands the query for which a list counts the same records. A part is null when the caller may not read what it counts.",
  query: z.object({ projectId: projectId.meta({ description: "The project." }) }),
  reply: z.object({
    ...{ projectId: id, at: text },
    incidents: openIncidents.nullable(),
    alerts: openRecords.extend({ recent: latest }).nullable(),
    monitors: monitors.nullable(),
    changes: latest.nullable(),
  }),
  answer: "The numbers.",
});

export type Summary = ReplyOf<typeof summary>;
export type OpenIncidents = Said<z.output<typeof openIncidents>>;
export type Latest = Said<z.output<typeof latest>>;
export type OpenRecords = Said<z.output<typeof openRecords>>;
export type Counted = OpenRecords["unacknowledged"];
