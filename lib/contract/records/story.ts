import { z } from "zod";
import type { Said } from "@/lib/contract/endpoint";
import {
  count,
  dateTime,
  id,
  labelsById,
  resourcePath,
  row,
  shaped,
  text,
} from "@/lib/contract/parts";
import type { JsonValue } from "@/lib/schema/json";
import { toUtcDate } from "@/lib/schema/values/dates";

/** Kinds of entries in a story, in the order of the documentation. */
export const storyKinds = [
  ...(["began", "state", "status", "alert", "member", "note", "person"] as const),
  ...(["escalation", "feed", "task", "change"] as const),
];

export type StoryKind = (typeof storyKinds)[number];

/** Most entries on a page. */
export const mostEntries = 200;

const limit = z
  .string()
  .refine((sent) => /^\d{1,9}$/.test(sent) && Number(sent) > 0, {
    error: "must be a whole number, 1 or more",
  })
  .transform((sent) => Math.min(Number(sent), mostEntries))
  .optional()
  .meta({
    description: `At most so many entries; above ${mostEntries} counts as ${mostEntries}.`,
    ...{ type: "integer", minimum: 1, default: mostEntries },
  });

const at = z
  .string()
  .transform((sent, context) => {
    const date = toUtcDate(sent);
    if (date !== undefined) return date;
    context.addIssue({ code: "custom", message: "must be a date such as 2026-01-31T09:00:00Z" });
    return z.NEVER;
  })
  .optional()
  .meta({
    ...{ type: "string", format: "date-time" },
    description: "Begin the page at this time. Ignored with a cursor.",
  });

const kinds = z
  .string()
  .transform((sent, context) => {
    const named = sent.split(",").map((kind) => kind.trim());
    const known = storyKinds.filter((kind) => named.includes(kind));
    if (named.every((kind) => known.some((one) => one === kind))) return known;
    const message = `must be kinds separated by commas: ${storyKinds.join(", ")}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .optional()
  .meta({
    type: "string",
    description: `Only entries of these kinds, separated by commas: ${storyKinds.join(", ")}.`,
  });

/** Query parameters of a story. */
export const storyQuery = z.object({
  cursor: text.optional().meta({
    description: "Empty for the first page, then the nextCursor of the page before.",
  }),
  limit,
  at,
  kinds,
  order: z
    .enum(["asc", "desc"], { error: "must be asc (oldest first) or desc (newest first)" })
    .default("asc")
    .meta({ description: "asc: the oldest entry first; desc: the newest." }),
});

export type StoryQuery = z.output<typeof storyQuery>;

const actor = z.object({
  type: z.enum(["user", "apiKey", "system"]),
  id: text.nullable(),
  /** Name at that time; null if the caller may not read it. */
  name: text.nullable(),
  /** A rule of the server made the change as the effect of a request of the actor. */
  byRule: z.literal(true).optional(),
});

const change = z.object({
  field: text.meta({ description: "Column of the record." }),
  before: shaped<JsonValue>({}),
  after: shaped<JsonValue>({}),
});

const entry = z.object({
  id: text,
  at: dateTime,
  kind: z.enum(storyKinds),
  verb: z.enum([
    ...(["began", "entered", "added", "removed", "posted"] as const),
    ...(["created", "reached", "changed", "noted"] as const),
  ]),
  /** Null if nothing tells who did it. */
  actor: actor.nullable(),
  /** The record that the entry is about. Removed ones no longer exist. */
  subject: z.object({ resource: resourcePath, _id: id }),
  /** Fields of the subject. Long values are null. */
  data: row,
  /** Changed fields of the record. Only for the kind `change`. */
  changes: z.array(change).optional(),
  /** Long values were left out of `data` or `changes`. */
  isShortened: z.literal(true).optional(),
  /** Computed from a policy and the states of the record: nothing was recorded at that time. */
  isComputed: z.literal(true).optional(),
});

const step = z.object({
  ...{ ruleId: id, at: dateTime },
  /** Place of the rule in its policy, from 1. */
  place: count,
});

const glance = z.object({
  /** Current state and the time since which it holds. */
  state: z.object({ _id: id, since: dateTime.nullable() }),
  /** The first acknowledgment, or a resolution without one. Null as well if it is not readable. */
  acknowledgedAt: dateTime.nullable(),
  /** The resolution that still holds. */
  resolvedAt: dateTime.nullable(),
  owners: z
    .array(z.object({ resource: resourcePath, _id: id }))
    .nullable()
    .meta({
      description:
        "Users and teams that own the record. Null as well for kinds that name them in fields.",
    }),
  monitors: z.array(z.object({ _id: id, statusId: id, since: dateTime.nullable() })).nullable(),
  /** Services that the monitors watch. */
  services: z.array(z.object({ _id: id, monitors: z.array(id) })).nullable(),
  policies: z
    .array(
      z.object({
        _id: id,
        /** Number of its rules; null if the caller may not read them. */
        rules: count.nullable(),
        /** The rule that was reached last, by the time that passed without an acknowledgment. */
        reached: step.nullable(),
        /** The rule that follows while nobody acknowledges. */
        next: step.nullable(),
      }),
    )
    .nullable(),
  /** Status pages that list the monitors. Null as well for kinds that no status page shows. */
  statusPages: z
    .array(
      z.object({
        ...{ _id: id, monitors: z.array(id) },
        address: text.nullable().meta({
          description: "Path of the page for visitors; null while it is not published.",
        }),
        hiddenBy: z.array(z.enum(["record", "declaration", "page", "publication"])).meta({
          description:
            "Why visitors do not see the record there: it is not visible on status pages, it is " +
            "declared later, the page shows no records of its kind, or the page is not published. " +
            "Empty: they see it.",
        }),
      }),
    )
    .nullable(),
});

/** The story of a record: its events, and those of the records around it, in one order. */
export const storyReply = z.object({
  record: row,
  etag: text.meta({ description: "ETag of the record, for `If-Match` of the next write." }),
  /** Long values of the record are null. */
  isRecordShortened: z.literal(true).optional(),
  /** Present state around the record. A part is null without permission to read it. Null after the first page. */
  glance: glance.nullable(),
  entries: z.array(entry),
  /** Names of all records that the reply refers to and that the caller may read. */
  labels: labelsById,
  /** Kinds of which entries may be missing, because reading them takes too long. */
  incomplete: z.array(z.enum(storyKinds)),
  nextCursor: text.nullable(),
});

export type Story = Said<z.output<typeof storyReply>>;
/** A story before it is a reply. `version` is that of the record. */
export type StoryRead = Omit<Story, "etag"> & { readonly version: number };
export type StoryEntry = Story["entries"][number];
export type StoryActor = NonNullable<StoryEntry["actor"]>;
export type StoryGlance = NonNullable<Story["glance"]>;
