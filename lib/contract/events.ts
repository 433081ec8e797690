import { z } from "zod";
import { resourceAt, resources } from "@/lib/resources";
import { isUuid } from "@/lib/schema/values/uuid";
import { endpoint, type ReplyOf, type Said } from "./endpoint";
import { sentId, sentText, unknownResource } from "./inputs";
import { dateTime, id, resourcePath, text, texts } from "./parts";

const mostRecords = 100;

/** Returns the parts of a comma-separated list. */
function partsOf(sent: string): string[] {
  return sent.split(",").map((part) => part.trim());
}

const resourceList = z
  .string()
  .transform((sent, context) => {
    const paths = partsOf(sent);
    for (const path of paths) {
      const known = resources.get(path);
      if (known && !known.unlogged && path !== "change-log") continue;
      const message = known
        ? `cannot name ${path}, which has no events`
        : unknownResource(path, context.issues.length);
      context.addIssue({ code: "custom", message });
    }
    return paths;
  })
  .optional()
  .meta({
    type: "string",
    description: "Paths of resources, separated by commas. Absent: all that the caller may read.",
  });

const recordList = z
  .string()
  .transform((sent) => partsOf(sent).map((part) => part.toLowerCase()))
  .refine((ids) => ids.every(isUuid), { error: "must be ids (UUIDs), separated by commas" })
  .refine((ids) => ids.length <= mostRecords, { error: `may name at most ${mostRecords} records` })
  .optional()
  .meta({ type: "string", description: "Ids of records, separated by commas. At most 100." });

const position = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/, { error: "must be the id of an event of this stream" })
  .optional()
  .meta({ description: "The id of an event. The stream goes on after it." });

/** The data of an event with the name `change`. */
const changeEvent = z.object({
  ...{ resource: resourcePath, recordId: id, projectId: id.nullable() },
  operation: z.enum(["create", "update", "delete"]),
  fields: texts.meta({ description: "Names of the changed fields of an update." }),
  requestId: text.optional().meta({ description: "Id of the caller's own request, if it was." }),
});

export type ChangeEvent = Said<z.output<typeof changeEvent>>;

export const changeEvents = endpoint({
  ...{ method: "GET", path: "/api/events", tag: "Service", caller: "caller", effect: "reads" },
  summary: "Follow changes of records as they are committed",
  about:
    "A stream of server-sent events (WHATWG HTML). `open` is the first one, `change` tells that a record changed: its data has `resource`, `recordId`, `projectId`, `operation`, `fields`, and `requestId` for the caller's own requests and no values. Each change comes once, after its commit, in order, if the caller may read its resource then. After a lost connection send the id of the last event as `Last-Event-ID` or `after`. `reset`: the position is unknown or too old, read the records again. `bye`: the credentials have ended. At most 6 streams a session, 20 a key.",
  query: z.object({
    resources: resourceList,
    records: recordList,
    projectId: sentId().optional().meta({ description: "Only of this project." }),
    after: position,
  }),
  reply: { media: ["text/event-stream"], schema: { type: "string" } },
  answer: "The stream. It ends when the server stops or the credentials end.",
});

const recordResource = sentText
  .transform((path, context) => {
    const found = resourceAt(path);
    if (found) return found;
    context.addIssue({ code: "custom", message: unknownResource(path) });
    return z.NEVER;
  })
  .meta({ type: "string", description: "The path of the record's resource." });

const mode = z.enum(["viewing", "editing", "left"], {
  error: "must be viewing, editing or left",
});

/** A name of the page that shows the record: each page of a person leaves by itself. */
const page = z
  .string()
  .refine((sent) => /^[\w-]{0,50}$/.test(sent), { error: "must be letters, digits, - and _" })
  .optional()
  .meta({ description: "Name of the tab." });

const present = z.object({
  ...{ userId: id, name: text },
  mode: z.enum(["viewing", "editing"]),
  since: dateTime.meta({ description: "When the person came to the record." }),
});

export const presence = endpoint({
  ...{ method: "POST", path: "/api/presence", tag: "Service", caller: "session", effect: "reads" },
  summary: "Tell that you are at a record, and list who else is",
  about:
    "Repeat it every 20 seconds; after 45 seconds without a repetition, or with `left`, you have left. Nothing is stored. The reply lists the others at the record whom you may know; none for a record that you may not read.",
  body: z.object({ resource: recordResource, recordId: sentId(), mode, page }),
  example: {
    ...{ resource: "incident", recordId: "46c25a83-0000-7000-8000-000000000001" },
    mode: "viewing",
  },
  reply: z.object({ data: z.array(present) }),
  answer: "The others, the earliest first.",
});

/** Another person at a record. */
export type PresentUser = ReplyOf<typeof presence>["data"][number];
