import { z } from "zod";
import { isUuid } from "@/lib/schema/values/uuid";
import { endpoint, type ReplyOf, type Said } from "./endpoint";
import { projectId, sentId } from "./inputs";
import { count, counted, id, resourcePath, text, yesOrNo } from "./parts";

const service = { tag: "Service", caller: "caller" } as const;

/** Result of one check of one column. */
const finding = z.object({
  kind: z.enum([
    ...["danglingReference", "overlappingEvents", "openWithoutOwner"],
    ...["unorderedList", "repeatedNumber"],
    ...["gappedEvents", "milderStatus", "staleStatus"],
    ...["repeatedRecord", "selfDependency", "dependencyCycle"],
  ] as const),
  resource: resourcePath,
  column: text,
  ...counted,
  /** True if more records are affected than `query` matches; it names at most 100. */
  hasMore: yesOrNo,
  /** False if the time limit or the number of records ended the check early. */
  isComplete: yesOrNo,
});

export const integrity = endpoint({
  ...service,
  ...{ method: "GET", path: "/api/integrity", effect: "reads" },
  summary: "Contradictions in a project",
  about:
    "References to records that are not there, events of one history that overlap, monitors whose history has gaps or whose status contradicts their open incidents, open incidents without owners, ordered lists with gaps, numbers given twice. Beside each stands the query for which a list shows the records concerned, 100 at most. Takes at most a few seconds: checks that could not be finished say so. Only what the caller may read is looked at.",
  query: z.object({ projectId: projectId.meta({ description: "The project." }) }),
  reply: z.object({
    ...{ projectId: id, at: text },
    /** False if a check did not finish. */
    isComplete: yesOrNo,
    /** Paths of the resources that the caller may not read and that were skipped. */
    unreadable: z.array(resourcePath),
    /** All checks, including those without findings. */
    checks: z.array(finding),
  }),
  answer: "The checks made, and the records found.",
});

const cursor = "must be a nextCursor of an earlier answer, or absent for the first request";

export const repair = endpoint({
  ...service,
  ...{ method: "POST", path: "/api/integrity/repair", effect: "writes" },
  summary: "Repair statuses and histories of monitors",
  about:
    "Repairs what the report of a project says of its monitors, slice by slice: repeat the request with `nextCursor` until that is null. An event that outlasts the start of the next one, or that ends before it starts, ends where the next one starts. A monitor that an incident gave a milder or worse status than its open incidents ask for takes the right one. Statuses that a person or a program set are left alone, and so are gaps after an event that has ended. Each change has its entry in the change log. Only for owners of the project.",
  body: z.strictObject({
    projectId: sentId("must be the id of a project"),
    cursor: z
      .string({ error: cursor })
      .refine(isCursor, { error: cursor })
      .optional()
      .meta({ description: "`nextCursor` of the answer before." }),
  }),
  example: { projectId: "46c25a83-0000-7000-8000-000000000001" },
  reply: z.object({
    events: count.meta({ description: "Monitor status events that end at another time now." }),
    statuses: count.meta({ description: "Monitors that have another status now." }),
    nextCursor: text
      .nullable()
      .meta({ description: "Send it for the next slice; null: all is done." }),
  }),
  answer: "The number of repairs.",
  problems: [404],
});

export type Integrity = ReplyOf<typeof integrity>;
export type FindingKind = Finding["kind"];
export type Finding = Said<z.output<typeof finding>>;

/** Returns true for "", "<monitor>", "~<event>" or "<monitor>~<event>". */
function isCursor(sent: string): boolean {
  const [monitor = "", ...rest] = sent.split("~");
  return (monitor === "" || isUuid(monitor)) && rest.length <= 1 && rest.every(isUuid);
}
