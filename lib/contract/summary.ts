import { z } from "zod";
import { mostDays, mostMonitors } from "@/lib/schema/uptime/uptime-limits";
import { isTimeZone } from "@/lib/schema/values/time-zone";
import { isUuid } from "@/lib/schema/values/uuid";
import { endpoint, type ReplyOf, type Said } from "./endpoint";
import { projectId, sentId } from "./inputs";
import { count, counted, dateTime, id, numbers, row, text, yesOrNo } from "./parts";

/** Records, and the query of the list that continues them. */
const latest = z.object({ data: z.array(row), query: counted.query });

/** The record that a count belongs to. */
const named = { _id: text, label: text, color: text.nullable() };

/** Unresolved incidents or alerts. */
const openRecords = z.object({
  ...counted,
  /** Neither acknowledged nor resolved. */
  unacknowledged: numbers,
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
  hasAny: yesOrNo.meta({ description: "The project has incidents, open or resolved ones." }),
});

const monitors = z.object({
  ...counted,
  notOperational: numbers,
  byStatus: z.array(z.object({ ...named, isOperational: yesOrNo, ...counted })),
});

/** Overview of a project. A part is null if the caller may not read its records. */
export const summary = endpoint({
  ...{ method: "GET", path: "/api/summary", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Get the summary of a project",
  about:
    "The overview's numbers, each with the query of a list that counts the same. A part is null when the caller may not read what it counts.",
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

const monitorIds = z
  .string()
  .transform((sent) => [...new Set(sent.toLowerCase().split(","))])
  .refine((ids) => ids.every(isUuid), { error: "must be ids, separated by commas" })
  .refine((ids) => ids.length <= mostMonitors, {
    error: `may be at most ${mostMonitors} ids. Send several requests`,
  })
  .optional()
  .meta({
    description: `Ids of monitors, separated by commas. Absent: the first ${mostMonitors} by name.`,
    type: "string",
  });

const days = z
  .string()
  .refine((sent) => /^\d{1,2}$/.test(sent) && Number(sent) >= 1 && Number(sent) <= mostDays, {
    error: `must be a whole number from 1 to ${mostDays}`,
  })
  .default(String(mostDays))
  .meta({
    description: "Number of days, today included.",
    ...{ type: "integer", minimum: 1, maximum: mostDays, default: mostDays },
  });

const timeZone = z
  .string()
  .refine(isTimeZone, { error: "must be a time zone of the IANA database, such as Europe/Berlin" })
  .optional()
  .meta({
    description: "Days begin and end in it. Absent: that of the status page, else of the project.",
  });

const seconds = z.number().min(0);
const percent = text.nullable();
const perDay = <T extends z.ZodType>(value: T, description: string) =>
  z.array(value).meta({ description });

const monitorUptime = z.object({
  _id: id,
  uptime: percent.meta({
    description:
      "Percent of the known time, rounded down to two decimals. It is 100 only without downtime, and null if nothing is known.",
  }),
  ...{ knownSeconds: seconds, downSeconds: seconds, upSeconds: seconds },
  days: z.object({
    uptime: perDay(percent, "Percent of each day, as `uptime`."),
    knownSeconds: perDay(seconds, "Time with a known status."),
    upSeconds: perDay(seconds, "Known time without downtime."),
    downSeconds: perDay(seconds, "Downtime."),
    worstStatus: perDay(
      count.nullable(),
      "The status with the highest priority, by its place in `statuses`; null for none.",
    ),
  }),
  downtime: z.array(z.object({ day: count, status: count, seconds })).meta({
    description: "Downtime of each status on the days that have any, by place in `days`.",
  }),
  incidents: z
    .object({
      perDay: perDay(count, "Number of incidents declared on the day that name the monitor."),
      first: z.array(z.object({ day: count, _id: id, number: text })).meta({
        description: "The first three incidents of each day, by place in `days`.",
      }),
    })
    .nullable()
    .meta({ description: "Null if the caller may not read incidents." }),
});

/** Uptime of monitors by day. Arrays of a monitor's days are in the order of `days`. */
export const uptime = endpoint({
  ...{ method: "GET", path: "/api/uptime", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Get the uptime of monitors by day",
  about:
    "Computed from the status events. At each instant the open status with the highest priority counts. Time without an event is left out. Downtime is what the status page counts as such, else `isOfflineState`. Without `statusPage`, the oldest status page of the project decides that, the time zone and the colors.",
  query: z.object({
    projectId: projectId.meta({ description: "The project." }),
    ...{ monitors: monitorIds, days, timeZone },
    statusPage: sentId().optional().meta({ description: "The id of a status page." }),
  }),
  reply: z.object({
    ...{ projectId: id, at: dateTime, timeZone: text },
    statusPage: z.object({ _id: id, label: text }).nullable(),
    rules: z.array(z.object({ atLeast: z.number(), color: text.nullable() })).meta({
      description: "The first rule whose percentage a day reaches gives the color of its bar.",
    }),
    defaultBarColor: text.nullable(),
    statuses: z.array(
      z.object({ ...{ _id: id, label: text, color: text.nullable() }, isDown: yesOrNo }),
    ),
    days: z.array(text).meta({ description: "The days, `2026-11-16`, oldest first." }),
    dayStarts: z.array(dateTime).meta({
      description: "The start of each day, and the end of the last.",
    }),
    uptime: percent.meta({ description: "Of all monitors: the sum of their known time counts." }),
    monitors: z.array(monitorUptime),
    hasMoreMonitors: yesOrNo,
    hasAllIncidents: yesOrNo.meta({
      description: "False if there are more than are counted, which are the newest.",
    }),
  }),
  answer: "The uptime.",
  problems: [403, 404],
});

export type Uptime = ReplyOf<typeof uptime>;
export type UptimeOfMonitor = Uptime["monitors"][number];

export const previewStatusPage = endpoint({
  ...{ method: "GET", tag: "Service", caller: "caller", effect: "reads" },
  path: "/api/status-page/:id/preview",
  summary: "See a status page as its visitors will",
  about:
    "The HTML of the page as it would be published at `/status/<slug>`, published or not. Needs the read permissions of all that the page shows.",
  reply: { media: ["text/html"], schema: { type: "string" } },
  answer: "The page.",
  problems: [404],
});
