import type { ServiceOperation } from "@/lib/http/route-table";
import { resources } from "@/lib/resources";
import { wholeDeployment } from "@/lib/schema/access";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { everyOperation } from "@/lib/schema/resource";
import { partRef, replyHeaders } from "./common-parts";
import { problemName } from "./problem-parts";
import { bodyOf, jsonResponse } from "./resource-parts";
import {
  accessSchema,
  deploymentSchema,
  hitsSchema,
  integritySchema,
  labelsSchema,
  summarySchema,
} from "./service-schemas";

const id = schemaRef("ObjectId");

/** What is asked of many resources at once. */
export const servicePaths: Readonly<Record<ServiceOperation, JsonObject>> = {
  search: {
    ...about("search", "Find records of all resources"),
    description:
      "By label, number, slug, e-mail or a pasted id, alone or within a link. Every word must be found; one or two characters find the beginnings of words. What the text names exactly comes first, then the newest. Only what the caller may read.",
    parameters: [
      {
        ...parameter("q", "What to look for.", { type: "string", maxLength: 2_000 }),
        required: true,
      },
      parameter("projectId", "Only in this project.", id),
      parameter("limit", "At most so many; above 50 counts as 50.", {
        ...{ type: "integer", minimum: 1, default: 20 },
      }),
      requestId(),
    ],
    ...replies(jsonResponse("What was found.", hitsSchema, [])),
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
    ...about("summary", "How a project stands"),
    description:
      "The overview's numbers. Beside each stands the query for which a list counts the same records. A part is null when the caller may not read what it counts.",
    parameters: [{ ...parameter("projectId", "The project.", id), required: true }, requestId()],
    ...replies(jsonResponse("The numbers.", summarySchema, [])),
  },
  integrity: {
    ...about("integrity", "What contradicts itself in a project"),
    description:
      "References to records that are not there, events of one history that overlap, open incidents without owners, ordered lists with gaps, numbers given twice. Beside each stands the query for which a list shows the records concerned, 100 at most. Takes at most a few seconds: checks that could not be finished say so. Only what the caller may read is looked at.",
    parameters: [{ ...parameter("projectId", "The project.", id), required: true }, requestId()],
    ...replies(jsonResponse("What was looked at, and what was found.", integritySchema, [])),
  },
  deployment: {
    ...about("deployment", "How the deployment is"),
    description:
      "Its version, its database and the last backup that is known. Only for owners of the whole deployment.",
    parameters: [requestId()],
    ...replies(jsonResponse("How it is.", deploymentSchema, [])),
  },
  access: {
    ...about("access", "Why something is or is not permitted"),
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
        ...parameter("operation", "What is tried.", { enum: [...everyOperation] }),
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

/** A 200 that carries a file of one of these types. */
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
