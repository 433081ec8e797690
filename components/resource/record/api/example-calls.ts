import { duplicateOf } from "@/components/resource/saving/default-record";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** A request shown in several languages. The key is always a placeholder. */
export interface Call {
  readonly title: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: JsonObject;
}

/**
 * Returns the requests behind the actions of the record's page, with paths as in the reference, and
 * values that the API accepts.
 */
export function exampleCalls(resource: Resource, record: Row): readonly Call[] {
  const at = `/api/${resource.path}`;
  const id = String(record._id);
  const all: readonly (Call & { readonly needs: Resource["operations"][number] })[] = [
    { needs: "get", title: "Read it", method: "GET", path: `${at}/${id}/get-item` },
    {
      ...{ needs: "update", title: "Change it", method: "PUT", path: `${at}/${id}` },
      body: { data: changeOf(resource, record) },
    },
    { needs: "delete", title: "Delete it", method: "DELETE", path: `${at}/${id}` },
    {
      ...{ needs: "create", title: "Create one like this", method: "POST", path: at },
      body: { data: copyOf(resource, record) },
    },
    {
      ...{ needs: "list", title: "List others", method: "POST", path: `${at}/get-list?limit=50` },
      body: { query: {}, select: {}, sort: { [resource.timeField]: "DESC" } },
    },
  ];
  return all.filter(({ needs }) => resource.operations.includes(needs));
}

/**
 * Returns one field of the record with its value: its name if writable, else the first writable
 * field.
 */
function changeOf(resource: Resource, record: Row): JsonObject {
  const held = Object.entries(writtenBy(resource, record));
  const [name, value] = held.find(([one]) => one === resource.label) ?? held[0] ?? [];
  return name === undefined || value === undefined ? {} : { [name]: value };
}

/**
 * Returns data that creates a similar record. Leaves out unique values (numbers, slugs, secrets),
 * which the server generates or nobody can read.
 */
function copyOf(resource: Resource, record: Row): JsonObject {
  const project = resource.scope === "project" ? { projectId: record.projectId ?? null } : {};
  return { ...project, ...writtenBy(resource, duplicateOf(resource, record)) };
}

function writtenBy(resource: Resource, record: Row): JsonObject {
  const columns = writableColumns(resource).filter(
    ({ name, field }) => name !== "_id" && field.to !== "project" && !kindOf(field).isSecret,
  );
  return Object.fromEntries(
    columns.flatMap(({ name }): [string, JsonValue][] => {
      const value = record[name] ?? null;
      const isNothing = value === null || (Array.isArray(value) && value.length === 0);
      return isNothing ? [] : [[name, value]];
    }),
  );
}

/** The languages of an example call. */
export type Language = "curl" | "TypeScript" | "Python";
export const languages: readonly Language[] = ["curl", "TypeScript", "Python"];

/**
 * Returns a call as a complete program in one language. The program reads the key from the
 * environment.
 */
export function program(language: Language, origin: string, call: Call): string {
  return writers[language](origin, call);
}

const writers: Readonly<Record<Language, (origin: string, call: Call) => string>> = {
  curl: (origin, { method, path, body }) => {
    const lines = [`curl -X ${method} '${origin}${path}'`, '  -H "ApiKey: $TOCSIN_KEY"'];
    if (body) lines.push("  -H 'Content-Type: application/json'", `  -d ${shellQuoted(body)}`);
    return lines.join(" \\\n");
  },
  TypeScript: (origin, { method, path, body }) => {
    const headers = ['    ApiKey: process.env.TOCSIN_KEY ?? "",'];
    if (body) headers.push('    "Content-Type": "application/json",');
    return [
      `const reply = await fetch(${JSON.stringify(origin + path)}, {`,
      `  method: "${method}",`,
      "  headers: {",
      ...headers,
      "  },",
      ...(body ? [`  body: JSON.stringify(${indented(body, "  ")}),`] : []),
      "});",
      "if (!reply.ok) throw new Error((await reply.json()).detail);",
      "const answer = await reply.json();",
    ].join("\n");
  },
  Python: (origin, { method, path, body }) =>
    [
      "import os",
      "import requests",
      "",
      "reply = requests.request(",
      `    "${method}",`,
      `    ${JSON.stringify(origin + path)},`,
      '    headers={"ApiKey": os.environ["TOCSIN_KEY"]},',
      ...(body ? [`    json=${python(body)},`] : []),
      ")",
      "reply.raise_for_status()",
      "answer = reply.json()",
    ].join("\n"),
};

function shellQuoted(body: JsonObject): string {
  return `'${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
}

function indented(body: JsonObject, indent: string): string {
  return JSON.stringify(body, null, 2).replaceAll("\n", `\n${indent}`);
}

/** Returns JSON as a Python literal, with `None`, `True` and `False`. */
function python(value: JsonValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${python(one)}`,
  );
  return `{${entries.join(", ")}}`;
}
