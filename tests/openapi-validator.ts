import Ajv2020, { type AnySchema, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { problems } from "@/lib/http/message/problem";
import { openApiDocument } from "@/lib/http/openapi/document";
import { resources } from "@/lib/resources/index";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { documentedValue } from "./documented-value";

/**
 * A response and its request. `path` may have a query string; header names are case-insensitive.
 */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text; "" if there is none. */
  readonly body: string;
}

/** Fails the test unless the OpenAPI document allows this response. */
export function expectDocumented(answered: Answered): void {
  expect(replyFaults(answered), `${answered.method} ${answered.path} ${answered.status}`).toEqual(
    [],
  );
}

/**
 * Returns the parts of a response that the OpenAPI document does not allow: the status, a header,
 * the body. A path or method that the document lacks may only be refused, as a problem with 400,
 * 401, 404 or 405. HEAD counts as GET without a body, but is 405 if GET writes. OPTIONS must list
 * the available methods.
 */
export function replyFaults(answered: Answered): string[] {
  const { method, status } = answered;
  const item = itemAt(answered.path);
  if (method === "OPTIONS" && status === 204) return optionsFaults(answered, item);
  const operation = item && at(item, (method === "HEAD" ? "get" : method).toLowerCase());
  if (!operation || (method === "HEAD" && status === 405)) {
    return refusals.includes(status)
      ? problemFaults(answered, problem)
      : ["the document has no such path and method"];
  }
  const response = resolved(at(operation, "responses", String(status)));
  if (response && status < 400) return responseFaults(answered, response);
  const statuses = operation["x-problem-statuses"] ?? document["x-problem-statuses"];
  return numbersIn(statuses).includes(status)
    ? problemFaults(answered, resolved(at(operation, "responses", "default")))
    : [`the document has no status ${status} here`];
}

const refusals = [400, 401, 404, 405];
const document = await openApiDocument(resources, { version: "0.0.0" });
const ajv = addFormats.default(
  new Ajv2020({ strict: false, allErrors: true, validateFormats: true }),
  ["uuid", "date-time"],
);
ajv.addFormat("email", true);
ajv.addSchema(document as AnySchema, "tocsin");
const problem = at(document, "components", "responses", "Problem");
const commonHeaders = at(document, "x-common-headers") ?? {};

function responseFaults(answered: Answered, response: JsonObject): string[] {
  return [...headerFaults(answered, response), ...bodyFaults(answered, response)];
}

/** Returns the faults of an error: also where its status, its code and its headers disagree. */
function problemFaults(answered: Answered, response: JsonObject | undefined): string[] {
  if (!response) return ["the document has no response for errors"];
  const faults = responseFaults(answered, response);
  if (faults.length > 0) return faults;
  const { status, headers, method, body } = answered;
  const missing = (headersOf[status] ?? []).filter((name) => !(name in lowerCased(headers)));
  const sent = method === "HEAD" ? undefined : JSON.parse(body);
  const isOther = sent && (sent.status !== status || statusOf(sent.code) !== status);
  return [
    ...missing.map((name) => `${name} is missing`),
    ...(isOther ? [`the body is about ${sent.status} ${sent.code}`] : []),
  ];
}

/** Headers that an error must have, by its status. */
const headersOf: Readonly<Record<number, readonly string[]>> = {
  ...{ 401: ["www-authenticate"], 405: ["allow"], 429: ["retry-after"], 503: ["retry-after"] },
};

function statusOf(code: string): number | undefined {
  return Object.entries(problems).find(([known]) => known === code)?.[1].status;
}

function optionsFaults({ headers, body }: Answered, item: JsonObject | undefined): string[] {
  const allow = (lowerCased(headers)["allow"] ?? "").split(", ").map((one) => one.toLowerCase());
  const methods = item ? Object.keys(item).filter((key) => key !== "parameters") : [];
  const missing = methods.filter((method) => !allow.includes(method));
  return [
    ...missing.map((method) => `Allow does not name ${method.toUpperCase()}`),
    ...(body === "" ? [] : ["the reply to OPTIONS has a body"]),
  ];
}

/** Headers of the transport and of the content, which the document does not list. */
const unlisted = [
  ...["content-type", "content-length", "connection", "date", "keep-alive", "transfer-encoding"],
  ...["vary", "content-encoding", "x-accel-buffering"],
];

function headerFaults({ headers }: Answered, response: JsonObject): string[] {
  const listed = { ...commonHeaders, ...at(response, "headers") };
  const sent = lowerCased(headers);
  const names = Object.keys(listed).map((name) => name.toLowerCase());
  const unknown = Object.keys(sent).filter(
    (name) => !names.includes(name) && !unlisted.includes(name),
  );
  const wrong = Object.entries(listed).flatMap(([name, header]) => {
    const value = sent[name.toLowerCase()];
    const { required, schema: form } = resolved(header) ?? {};
    if (value === undefined) return required === true ? [`${name} is missing`] : [];
    const schema = isJsonObject(form) ? form : undefined;
    return schema ? schemaFaults(schema, value, name) : [];
  });
  return [...unknown.map((name) => `the document does not list the header ${name}`), ...wrong];
}

function bodyFaults({ method, headers, body }: Answered, response: JsonObject): string[] {
  const content = at(response, "content");
  if (method === "HEAD" || !content) return body === "" ? [] : ["the reply has a body"];
  const type = (lowerCased(headers)["content-type"] ?? "").split(";")[0] ?? "";
  const schema = at(content, type, "schema") ?? at(content, "*/*", "schema");
  if (schema && !/[/+]json$/.test(type)) return schemaFaults(schema, body, "body");
  if (!schema) return [`the document has no ${type || "body without a type"} here`];
  try {
    return schemaFaults(schema, documentedValue(body), "body");
  } catch {
    return ["the body is no JSON"];
  }
}

const compiled = new WeakMap<JsonObject, ValidateFunction>();

function schemaFaults(schema: JsonObject, value: unknown, what: string): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(absolute(schema) as AnySchema);
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error: ErrorObject) => {
    const extra = error.params["additionalProperty"] ?? error.params["allowedValues"] ?? "";
    return `${what}${error.instancePath} ${error.message} ${JSON.stringify(extra)}`;
  });
}

/** Returns the schema with references that are absolute within the document. */
function absolute(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(absolute);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "$ref" ? [key, `tocsin${String(inner)}`] : [key, absolute(inner)],
    ),
  );
}

const templates = Object.entries(at(document, "paths") ?? {}).map(([path, item]) => {
  const id = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";
  const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace("{id}", id)}/?$`);
  return { pattern, item: item as JsonObject, isFixed: !path.includes("{") };
});

function itemAt(path: string): JsonObject | undefined {
  const [bare = ""] = path.split("?");
  const matching = templates.filter(({ pattern }) => pattern.test(bare));
  return (matching.find(({ isFixed }) => isFixed) ?? matching[0])?.item;
}

function resolved(value: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { $ref } = value;
  return typeof $ref === "string" ? at(document, ...$ref.slice(2).split("/")) : value;
}

/** Returns the object at a path within another, if there is one. */
function at(from: JsonObject, ...way: readonly string[]): JsonObject | undefined {
  let value: JsonValue | undefined = from;
  for (const key of way) value = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(value) ? value : undefined;
}

function numbersIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function lowerCased(headers: Answered["headers"]): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
