import { storyQuery, storyReply } from "@/lib/contract/records/story";
import { referencesReply } from "@/lib/contract/references";
import { type RecordRoute, routes } from "@/lib/http/routing/route-table";
import { offersOperation } from "@/lib/http/routing/supports-operation";
import type { JsonObject } from "@/lib/schema/json";
import { conditionComponents } from "@/lib/schema/openapi/condition-schemas";
import { kindComponents, schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { componentName, namingOf } from "@/lib/schema/openapi/names";
import type { Resource } from "@/lib/schema/resource";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import { aboutTheApi } from "./about-the-api";
import { bulkDone, bulkParts, bulkSchemas } from "./bulk-parts";
import { commonHeaders, headers, parameters, replyHeaders } from "./common-parts";
import { schemas } from "./common-schemas";
import {
  endpointOperation,
  endpointTags,
  idParameter,
  queryParameters,
} from "./endpoint-operations";
import { endpointSchema } from "./endpoint-schema";
import { problemResponse, problemSchema } from "./error-responses";
import { extraParts } from "./extra-parts";
import { keySchemes, keySecurity } from "./key-schemes";
import { operationObject, pathParameters } from "./operation-object";
import { storyParameter } from "./operation-parts";
import { fileResponse, jsonResponse, type Parts, resourceParts } from "./resource-parts";
import { usedComponents } from "./used-components";

/** Facts about the deployment that the document states. */
export interface DocumentOptions {
  /** The origin that clients send to. Absent: the origin of the document. */
  readonly serverUrl?: string | undefined;
  readonly version: string;
}

/**
 * Returns the interface as an OpenAPI 3.1 document, from the definitions and the route table. Yields
 * to the event loop before each resource.
 */
export async function openApiDocument(
  resources: ReadonlyMap<string, Resource>,
  { serverUrl = "/", version }: DocumentOptions,
): Promise<JsonObject> {
  const all = [...resources.values()];
  const paths = await pathsOf(all);
  const components = { headers, ...(await componentsOf(resources)) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Tocsin",
      version,
      description: aboutTheApi,
      contact: contactOf(serverUrl),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    "x-common-headers": commonHeaders,
    security: keySecurity,
    tags: [
      ...all.map(({ plural, about }) => ({ name: plural, description: about })),
      ...endpointTags,
    ],
    paths,
    components: {
      securitySchemes: {
        ...keySchemes,
        Session: {
          ...{ type: "apiKey", in: "cookie", name: "__Host-tocsin" },
          description: "A session of the console. Named tocsin where TLS is not declared.",
        },
      },
      ...(await usedComponents(paths, components)),
    },
  };
}

/** Returns where to ask about the server: its operator and, if the origin is known, its pages. */
function contactOf(serverUrl: string): JsonObject {
  const name = "The operator of this server";
  return serverUrl === "/" ? { name } : { name, url: `${serverUrl}/docs` };
}

/** Returns a function for the document as JSON text, which is built at the first call and cached. */
export function openApiText(
  resources: ReadonlyMap<string, Resource>,
  options: DocumentOptions,
): () => Promise<string> {
  let text: Promise<string> | undefined;
  return () => {
    text ??= openApiDocument(resources, options).then((document) => JSON.stringify(document));
    return text;
  };
}

async function pathsOf(resources: readonly Resource[]): Promise<Record<string, JsonObject>> {
  const paths: Record<string, JsonObject> = {};
  for (const resource of resources) {
    await yieldInTurn();
    for (const route of routes) {
      if (route.names === "endpoint") continue;
      const path = pathFor(route, resource);
      if (path === undefined) continue;
      const item = paths[path] ?? { parameters: pathParameters(resource, route) };
      paths[path] = { ...item, [route.method.toLowerCase()]: operationObject(resource, route) };
    }
  }
  addOthers(paths);
  return paths;
}

/** Adds the paths that are not of a single resource. */
function addOthers(paths: Record<string, JsonObject>): void {
  for (const route of routes) {
    if (route.names === "resource") continue;
    const path = route.pattern.replace(":id", "{id}");
    const item = paths[path] ?? (path.includes("{id}") ? { parameters: [idParameter] } : {});
    paths[path] = { ...item, [route.method.toLowerCase()]: endpointOperation(route) };
  }
}

/** Returns the path of a route for a resource; undefined if the route is not of the resource. */
function pathFor({ pattern, operation }: RecordRoute, resource: Resource): string | undefined {
  const path = pattern.replace("{r}", resource.path).replace(":id", "{id}");
  if (!path.startsWith(`/api/${resource.path}/`) && path !== `/api/${resource.path}`) return;
  return offersOperation(resource, operation) ? path : undefined;
}

async function componentsOf(resources: ReadonlyMap<string, Resource>): Promise<Parts> {
  const parts = commonParts();
  const naming = namingOf(resources);
  for (const resource of resources.values()) {
    await yieldInTurn();
    const name = componentName(resource);
    merge(parts, resourceParts(resource, naming));
    merge(parts, bulkParts(resource, name));
    merge(parts, extraParts[resource.path]?.(name, parts.schemas[name] ?? {}) ?? {});
  }
  return parts;
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
