import { z } from "zod";
import { isTimeZone } from "@/lib/schema/values/time-zone";
import { endpoint, type ReplyOf, type Said } from "./endpoint";
import { projectId } from "./inputs";
import { counted, dateTime, id, numbers, row, text, yesOrNo } from "./parts";
import { downtime, timings } from "./report-parts";

const day = (description: string) =>
  z
    .string()
    .refine(isDay, { error: "must be a day such as 2026-01-31" })
    .optional()
    .meta({ description, format: "date" });

const timeZone = z
  .string()
  .refine(isTimeZone, { error: "must be a time zone of the IANA database, such as Europe/Berlin" })
  .optional()
  .meta({ description: "Days begin and end in it. Absent: that of the project." });

const named = { _id: text, label: text };

const incidents = z.object({
  ...counted,
  severities: z.array(
    z.object({ ...named, color: text.nullable(), total: numbers, perWeek: z.array(numbers) }),
  ),
  ...{ acknowledged: timings.nullable(), resolved: timings.nullable() },
});

const attention = z.object({
  open: z.object({ ...counted, data: z.array(row) }).nullable(),
  unowned: z.object({ ...counted, hasMore: yesOrNo }).nullable(),
  withoutPostmortem: numbers.nullable(),
});

/** Numbers of a project in a period. A part is null if the caller may not read its records. */
export const report = endpoint({
  ...{ method: "GET", path: "/api/report", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Get the report of a project",
  about:
    "Incidents declared in the period by week and severity, how long they took, uptime by month, load, alert noise. Counts come with the query of their list. A part is null when the caller may not read what it counts.",
  query: z.object({
    projectId: projectId.meta({ description: "The project." }),
    from: day("First day. Absent: 29 days before the last."),
    to: day("Last day. Absent: today."),
    timeZone,
  }),
  reply: z.object({
    ...{ projectId: id, at: dateTime, timeZone: text, from: text, to: text },
    /** Mondays, and the time in the period. */
    weeks: z.array(z.object({ week: text, start: dateTime, end: dateTime, isWhole: yesOrNo })),
    incidents: incidents.nullable(),
    uptime: z
      .object({
        months: z.array(text),
        monitors: z.array(z.object({ ...named, total: downtime, months: z.array(downtime) })),
        hasMore: yesOrNo,
      })
      .nullable(),
    load: z
      .object({
        people: z.array(
          z.object({ ...named, owned: numbers, hours: z.number(), nightHours: z.number() }),
        ),
        isComplete: yesOrNo,
      })
      .nullable(),
    noise: z
      .object({
        ...counted,
        monitors: z.array(
          z.object({ ...named, alerts: numbers, unacknowledged: numbers, short: numbers }),
        ),
        isComplete: yesOrNo,
      })
      .nullable(),
    attention,
  }),
  answer: "The numbers.",
});

export type Report = ReplyOf<typeof report>;
export type IncidentNumbers = Said<z.output<typeof incidents>>;

function isDay(sent: string): boolean {
  const isNamed = /^\d{4}-\d\d-\d\d$/.test(sent);
  return (
    isNamed && new Date(`${sent}T00:00:00Z`).toString() !== "Invalid Date" && sent === dayName(sent)
  );
}

function dayName(sent: string): string {
  return new Date(`${sent}T00:00:00Z`).toISOString().slice(0, 10);
}
