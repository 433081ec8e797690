import { referencesReply } from "@/lib/contract/records/references";
import { storyQuery, storyReply } from "@/lib/contract/records/story";
import type { JsonObject } from "@/lib/schema/json";
import { conditionComponents } from "@/lib/schema/openapi/condition-schemas";
import { kindComponents, schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { componentName, namingOf } from "@/lib/schema/openapi/names";
import { relatedComponents } from "@/lib/schema/openapi/related-schemas";
import type { Resource } from "@/lib/schema/resource";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import { aboutTheApi } from "./about-the-api";
import { bulkDone, bulkParts, bulkSchemas } from "./bulk-parts";
import { commonHeaders, headers, parameters, replyHeaders } from "./common-parts";
import { schemas } from "./common-schemas";
import { endpointPaths, recordPaths } from "./document-paths";
import { endpointTags, queryParameters } from "./endpoint-operations";
import { endpointSchema } from "./endpoint-schema";
import { problemResponse, problemSchema, usualStatuses } from "./error-responses";
import { extraParts } from "./extra-parts";
import { keySchemes, keySecurity } from "./key-schemes";
import { permissionsOf, storyParameter } from "./operation-parts";
import { fileResponse, jsonResponse, type Parts, resourceParts } from "./resource-parts";
import type { Spellings } from "./spellings";
import { usedComponents } from "./used-components";

/** Facts about the deployment that the document states. */
export interface DocumentOptions {
  /** The origin that clients send to. Absent: the origin of the document. */
  readonly serverUrl?: string | undefined;
  readonly version: string;
}

/** The part of the interface that a document states. */
export interface Wanted {
  readonly spellings: Spellings;
  /** Only the operations of this resource. Absent: all operations. */
  readonly only?: Resource | undefined;
}

/**
 * Returns the interface as an OpenAPI 3.1 document, from the definitions and the route table. Yields
 * to the event loop before each resource.
 */
export async function openApiDocument(
  resources: ReadonlyMap<string, Resource>,
  { serverUrl = "/", version }: DocumentOptions,
  { spellings, only }: Wanted = { spellings: "all" },
): Promise<JsonObject> {
  const shown = only ? [only] : [...resources.values()];
  const ofRecords = await recordPaths(shown, spellings);
  const paths = only ? ofRecords : { ...ofRecords, ...endpointPaths(ofRecords) };
  // Examples of replies would be a tenth of the default document.
  const isShort = spellings === "one" && !only;
  const components = { headers, ...(await componentsOf(resources, shown, !isShort)) };
  return {
    openapi: "3.1.0",
    info: {
      title: only ? `Tocsin: ${only.plural}` : "Tocsin",
      version,
      description: aboutTheApi,
      contact: contactOf(serverUrl),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    "x-common-headers": commonHeaders,
    "x-problem-statuses": usualStatuses,
    security: keySecurity,
    tags: [...shown.map(tagOf), ...(only ? [] : endpointTags)],
    paths,
    components: {
      securitySchemes: only ? keySchemes : { ...keySchemes, ...sessionScheme },
      ...(await usedComponents(paths, components)),
    },
  };
}

function tagOf(resource: Resource): JsonObject {
  const { plural, about } = resource;
  return { name: plural, description: about, "x-permissions": permissionsOf(resource) };
}

const sessionScheme = {
  Session: {
    ...{ type: "apiKey", in: "cookie", name: "__Host-tocsin" },
    description: "A session of the console. Named tocsin where TLS is not declared.",
  },
};

/** Returns where to ask about the server: its operator and, if the origin is known, its pages. */
function contactOf(serverUrl: string): JsonObject {
  const name = "The operator of this server";
  return serverUrl === "/" ? { name } : { name, url: `${serverUrl}/docs` };
}

async function componentsOf(
  resources: ReadonlyMap<string, Resource>,
  shown: readonly Resource[],
  hasExamples: boolean,
): Promise<Parts> {
  const parts = commonParts();
  const naming = namingOf(resources);
  for (const resource of relatedTo(shown, resources)) {
    await yieldInTurn();
    merge(parts, { schemas: relatedComponents(resource) });
  }
  for (const resource of shown) {
    await yieldInTurn();
    const name = componentName(resource);
    merge(parts, resourceParts(resource, naming, hasExamples));
    merge(parts, bulkParts(resource, name, hasExamples));
    merge(parts, extraParts[resource.path]?.(name, parts.schemas[name] ?? {}) ?? {});
  }
  return parts;
}

/** Returns the resources, and those that they refer to. */
function relatedTo(
  shown: readonly Resource[],
  resources: ReadonlyMap<string, Resource>,
): ReadonlySet<Resource> {
  const targets = shown.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ to }) => resources.get(to ?? "") ?? []),
  );
  return new Set([...shown, ...targets]);
}

const exportTypes = ["text/csv", "application/json", "application/x-ndjson"];

/** Returns the parameters of a story by the names of their components. */
function storyParts(): Record<string, JsonObject> {
  const parameters = queryParameters(storyQuery);
  return Object.fromEntries(parameters.map((one) => [storyParameter(String(one["name"])), one]));
}

function merge(parts: Parts, added: Partial<Parts>): void {
  for (const [place, own] of Object.entries(added)) {
    Object.assign(parts[place as keyof Parts], own);
  }
}

function commonParts(): Parts {
  return {
    schemas: {
      ...kindComponents(),
      ...conditionComponents(),
      ...(schemas as Record<string, JsonObject>),
      ...(bulkSchemas as Record<string, JsonObject>),
      Problem: problemSchema,
    },
    parameters: { ...(parameters as Record<string, JsonObject>), ...storyParts() },
    requestBodies: {},
    responses: {
      Export: fileResponse("The records as a file.", exportTypes),
      References: jsonResponse(
        "The records that refer to this record.",
        endpointSchema(referencesReply, "output"),
        [],
      ),
      Story: jsonResponse(
        "A page of the story, and the present state around the record.",
        endpointSchema(storyReply, "output"),
        [],
      ),
      Count: jsonResponse("How many records match.", schemaRef("Count"), []),
      Updated: jsonResponse("Changed.", schemaRef("Empty"), ["ETag"]),
      BulkDone: bulkDone(),
      Deleted: jsonResponse("Deleted.", schemaRef("Empty"), []),
      NotModified: { description: "Not changed.", ...replyHeaders("ETag") },
      Problem: problemResponse,
    },
    examples: {},
  };
}
