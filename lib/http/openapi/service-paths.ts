import type { ServiceOperation } from "@/lib/http/routing/route-table";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { wholeDeployment } from "@/lib/schema/permission-titles";
import { everyOperation } from "@/lib/schema/resource";
import { partRef, replyHeaders } from "./common-parts";
import { problemName } from "./error-responses";
import { bodyOf, jsonResponse } from "./resource-parts";
import {
  accessSchema,
  deploymentSchema,
  hitsSchema,
  integritySchema,
  labelsSchema,
  repairSchema,
  summarySchema,
} from "./service-schemas";

const id = schemaRef("ObjectId");

/** Paths of operations over many resources. */
export const servicePaths: Readonly<Record<ServiceOperation, JsonObject>> = {
  search: {
    ...about("search", "Find records of all resources"),
    description:
      "By label, number, slug, e-mail, the first 2,000 characters of description and customFields, or a pasted id, alone or within a link. Every word must be found, in any order and anywhere in the record; three characters find a part of a word, one or two the beginnings of words. What the text names exactly comes first, then what is not resolved, then the newest. `matched` and `excerpt` say where the text was found. Only what the caller may read.",
    parameters: [
      {
        ...parameter("q", "The text to look for.", { type: "string", maxLength: 2_000 }),
        required: true,
      },
      parameter("projectId", "Only in this project.", id),
      parameter("limit", "At most so many; above 50 counts as 50.", {
        ...{ type: "integer", minimum: 1, default: 20 },
      }),
      requestId(),
    ],
    ...replies(jsonResponse("The records found.", hitsSchema, [])),
  },
  labels: {
    ...about("labels", "Names for ids"),
    description:
      "How records are named to people, for at most 2,000 ids at once. Ids of nothing, and of what the caller may not read, are left out.",
    parameters: [requestId()],
    requestBody: {
      ...bodyOf(
        {
          ids: {
            type: "object",
            description: "Lists of ids by the path of their resource.",
            additionalProperties: { type: "array", items: id },
          },
        },
        { ids: { "incident-state": ["46c25a83-0000-7000-8000-000000000001"] } },
        ["ids"],
      ),
      required: true,
    },
    ...replies(jsonResponse("The names.", labelsSchema, [])),
  },
  summary: {
    ...about("summary", "Get the summary of a project"),
    description:
      "The overview's numbers. Beside each stands the query for which a list counts the same records. A part is null when the caller may not read what it counts.",
    parameters: [{ ...parameter("projectId", "The project.", id), required: true }, requestId()],
    ...replies(jsonResponse("The numbers.", summarySchema, [])),
  },
  integrity: {
    ...about("integrity", "Contradictions in a project"),
    description:
      "References to records that are not there, events of one history that overlap, monitors whose history has gaps or whose status contradicts their open incidents, open incidents without owners, ordered lists with gaps, numbers given twice. Beside each stands the query for which a list shows the records concerned, 100 at most. Takes at most a few seconds: checks that could not be finished say so. Only what the caller may read is looked at.",
    parameters: [{ ...parameter("projectId", "The project.", id), required: true }, requestId()],
    ...replies(jsonResponse("The checks made, and the records found.", integritySchema, [])),
  },
  repair: {
    ...about("repair", "Repair statuses and histories of monitors"),
    description:
      "Repairs what the report of a project says of its monitors, slice by slice: repeat the request with `nextCursor` until that is null. An event that outlasts the start of the next one, or that ends before it starts, ends where the next one starts. A monitor that an incident gave a milder or worse status than its open incidents ask for takes the right one. Statuses that a person or a program set are left alone, and so are gaps after an event that has ended. Each change has its entry in the change log. Only for owners of the project.",
    parameters: [requestId()],
    requestBody: {
      ...bodyOf(
        {
          projectId: id,
          cursor: { type: "string", description: "`nextCursor` of the answer before." },
        },
        { projectId: "46c25a83-0000-7000-8000-000000000001" },
        ["projectId"],
      ),
      required: true,
    },
    ...replies(jsonResponse("The number of repairs.", repairSchema, []), [404]),
  },
  deployment: {
    ...about("deployment", "Get the status of the deployment"),
    description:
      "Its version, its database and the last backup that is known. Only for owners of the whole deployment.",
    parameters: [requestId()],
    ...replies(jsonResponse("How it is.", deploymentSchema, [])),
  },
  access: {
    ...about("access", "Explain access"),
    description:
      "For the caller, or for a key or person in the projects where the caller manages keys or people.",
    parameters: [
      {
        ...parameter("resource", "Its path; or `deployment`: what is for its owners alone.", {
          enum: [...resources.keys(), wholeDeployment],
        }),
        required: true,
      },
      {
        ...parameter("operation", "The operation that is tried.", { enum: [...everyOperation] }),
        required: true,
      },
      parameter("projectId", "In this project; absent: in any.", id),
      parameter("key", "The id of an API key.", id),
      parameter("user", "The id of a person.", id),
      requestId(),
    ],
    ...replies(jsonResponse("The answer.", accessSchema, []), [404]),
  },
  snapshot: {
    ...about("snapshot", "The whole database as a file"),
    description:
      "A SQLite database, or an archive of `pg_dump` where the records are in PostgreSQL. Only for owners of the whole deployment; 404 where the server's machine has no `pg_dump`.",
    parameters: [requestId()],
    ...replies(
      fileResponse("The database.", ["application/vnd.sqlite3", "application/octet-stream"]),
      [404],
    ),
  },
};

/** Returns a 200 that carries a file of one of these types. */
export function fileResponse(description: string, types: readonly string[]): JsonObject {
  const records = { type: "array", items: { type: "object" } };
  const content = types.map((type) => [
    type,
    { schema: type === "application/json" ? records : { type: "string" } },
  ]);
  return {
    description,
    headers: replyHeaders("Content-Disposition"),
    content: Object.fromEntries(content),
  };
}

function about(operationId: string, summary: string): JsonObject {
  return { operationId, tags: ["Service"], summary };
}

function parameter(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: "query", description, schema };
}

function requestId(): JsonObject {
  return partRef("parameters", "requestId");
}

function replies(good: JsonObject, besides: readonly number[] = []): JsonObject {
  const refused = [...besides, 400, 401, 403, 413, 415, 429, 500, 503];
  return {
    responses: {
      "200": good,
      ...Object.fromEntries(
        refused.map((status) => [status, partRef("responses", problemName(status))]),
      ),
    },
  };
}
