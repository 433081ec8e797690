import { expect } from "vitest";
import { createHandler } from "@/lib/http/handle";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { deriveBeforeCreate } from "@/lib/operations/derived/derived";
import { newRow } from "@/lib/operations/rows/new-row";
import type { Policy } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, type TestOptions, testEngine } from "./engine";
import { expectDocumented } from "./openapi-validator";

/** A response with its body parsed. */
export interface Reply extends Omit<ApiResponse, "body" | "stream"> {
  /** Empty if the response is no JSON. */
  readonly body: JsonObject;
  /** The raw body; of a stream, all of it. */
  readonly text: string;
}

export interface Ask {
  readonly key?: string;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: JsonValue;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of `body`, as an upload. */
  readonly bytes?: Uint8Array;
}

/** The whole API over its own database, with one project and the given keys. */
export interface TestApi {
  /** The whole API, for an adapter. */
  readonly handle: (request: ApiRequest) => Promise<ApiResponse>;
  readonly engine: TestEngine;
  readonly projectId: string;
  /** A key of the project with the role Project Owner. */
  readonly owner: string;
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Returns the response of a path that is not in the document, such as a status page. */
  read(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Returns the response as it is: not compared with the document, and a stream not read. */
  send(method: string, path: string, ask?: Ask): Promise<ApiResponse>;
  /**
   * Creates a key of a project (absent: the test's project; null: the whole deployment), with a new
   * id or `id`.
   */
  key(permissions: readonly string[], projectId?: string | null, id?: string): Promise<string>;
  /** Creates a project with the default states and severities. */
  newProject(): Promise<string>;
  /** Inserts a record directly, for resources without a create operation. */
  insert(resource: Resource, data: JsonObject): Promise<Row>;
  close(): Promise<void>;
}

/** Opens the API over an empty database of the run's kind, or of another. */
export async function testApi(
  policy: Policy = { references: "loose" },
  database?: TestOptions["database"],
): Promise<TestApi> {
  const engine = await testEngine({ ...(database && { database }) });
  const { store, clock, projectId, operator } = engine;
  const handle = createHandler({
    store,
    policy,
    maxBodyBytes: 5_000_000,
    now: () => clock.now(),
    log: ({ error }) => {
      if (error !== undefined) console.error(error);
    },
  });
  let names = 0;
  const key: TestApi["key"] = async (permissions, of = projectId, id) => {
    names += 1;
    const own = id === undefined ? {} : { _id: id };
    const data = { ...own, name: `Key ${names}`, permissions: [...permissions], projectId: of };
    return String((await engine.create("api-key", data, operator)).key);
  };
  return {
    engine,
    projectId,
    owner: await key(["Project Owner"]),
    ask: async (method, path, ask = {}) => {
      const reply = await parsed(await handle(requestOf(method, path, ask)));
      expectDocumented({ method, path, ...reply, body: reply.text });
      return reply;
    },
    handle,
    read: async (method, path, ask = {}) => parsed(await handle(requestOf(method, path, ask))),
    send: (method, path, ask = {}) => handle(requestOf(method, path, ask)),
    key,
    newProject: () => engine.newProject(`Project ${++names}`),
    insert: async (resource, data) => {
      const row = await inTransaction(engine.context(operator), async (tx) => {
        const made = newRow(tx.context, resource, data, tx.now);
        await deriveBeforeCreate(tx, resource, made);
        return made;
      });
      await store.write((writer) => writer.insert(resource, row));
      return row;
    },
    close: () => store.close(),
  };
}

function requestOf(method: string, path: string, ask: Ask) {
  const { key, body, query = "", headers = {}, bytes } = ask;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method,
    path,
    query,
    headers: {
      ...(key !== undefined && { apikey: key }),
      ...(text !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: text ?? "",
    ...(bytes && { bytes }),
  };
}

async function parsed({ stream, bytes, ...reply }: ApiResponse): Promise<Reply> {
  const text = stream ? await textOf(stream) : bytesText(bytes) || reply.body;
  const isJson = /[/+]json;/.test(reply.headers["Content-Type"] ?? "");
  return { ...reply, text, body: text !== "" && isJson ? JSON.parse(text) : {} };
}

function bytesText(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString();
}

/** Reads a streamed response to its end. */
export async function textOf(stream: NonNullable<ApiResponse["stream"]>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** Asserts the status, and prints the whole response if it differs. */
export function expectStatus(reply: Reply, status: number): Reply {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  return reply;
}
