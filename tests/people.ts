import { addDeploymentOwner } from "@/lib/auth/grants/deployment-owners";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { createHandler, type HandlerDeps } from "@/lib/http/handle";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { newRow } from "@/lib/operations/rows/new-row";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { type TestEngine, testEngine } from "./engine";

/** A response with its body parsed and its cookie, as a browser would send it back. */
export interface PeopleReply {
  readonly status: number;
  readonly headers: ApiResponse["headers"];
  /** Empty if the response is no JSON. */
  readonly body: JsonObject;
  readonly text: string;
  /** The streamed body. */
  readonly stream?: ApiResponse["stream"];
}

/** Request options besides method, path and body. */
export interface Manner {
  readonly cookie?: string | undefined;
  readonly address?: string;
  /** Added to the headers of our own pages; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The API over an empty database, and shortcuts to act as users in a browser. */
export interface TestPeople {
  readonly engine: TestEngine;
  readonly owner: { readonly id: string; readonly email: string; readonly password: string };
  /** Sends a request as our own pages do: with `Origin`, `Sec-Fetch-Site` and JSON. */
  ask(method: string, path: string, body?: JsonValue, manner?: Manner): Promise<PeopleReply>;
  /** Creates a user with an account and a membership; `permissions` null: without one. */
  person(name: string, permissions: readonly string[] | null, projectId?: string): Promise<string>;
  /** Signs a user in, by name, and returns the cookie. */
  signIn(name: string, manner?: Manner): Promise<string>;
  close(): Promise<void>;
}

export const password = "four unrelated words here";

/** The hash of `password`. A process makes it once. */
let hashed: Promise<string> | undefined;

/** Returns the e-mail address of a test user. */
export function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.com`;
}

/**
 * Returns the cookie that a response sets, as it is sent back; undefined if it sets none or removes
 * it.
 */
export function cookieOf({ headers }: PeopleReply): string | undefined {
  const [pair = ""] = (headers["Set-Cookie"] ?? "").split(";");
  return pair.endsWith("=") || pair === "" ? undefined : pair;
}

export async function testPeople(options: Partial<HandlerDeps> = {}): Promise<TestPeople> {
  const engine = await testEngine();
  const { store, clock, operator, projectId } = engine;
  hashed ??= hashPassword(password);
  const passwordHash = await hashed;
  const handle = createHandler({
    store,
    policy: { references: "loose", publicUrl: options.publicUrl },
    maxBodyBytes: 1_000_000,
    now: () => clock.now(),
    log: ({ error }) => {
      if (error !== undefined) console.error(error);
    },
    ...options,
  });
  const origin = options.publicUrl ?? "http://tocsin.test";
  const ask: TestPeople["ask"] = async (method, path, body, manner = {}) => {
    const { cookie, address = "192.0.2.1", headers = {} } = manner;
    const [bare = "", query = ""] = path.split("?");
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const reply = await handle({
      ...{ method, path: bare, query, address },
      headers: {
        ...{ host: new URL(origin).host, "sec-fetch-site": "same-origin" },
        ...(method !== "GET" && { origin, "content-type": "application/json" }),
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      body: text ?? "",
    });
    const isJson = reply.body.startsWith("{");
    return { ...reply, text: reply.body, body: isJson ? JSON.parse(reply.body) : {} };
  };
  const addPerson = async (name: string, place?: JsonObject) => {
    const id = newId();
    const email = emailOf(name);
    const context = engine.context(operator);
    await store.write(async (writer) => {
      await writer.insert(user, newRow(context, user, { _id: id, name, email }, clock.iso()));
      await writer.auth.insertAccount({ id, email, name, passwordHash });
    });
    if (!place) return id;
    const row = newRow(context, member, { ...place, userId: id }, clock.iso());
    await inTransaction(context, (tx) => tx.as("system").changes.create(member, row));
    return id;
  };
  const ownerId = await addPerson("Owner");
  await store.write((writer) => addDeploymentOwner(writer, ownerId));
  return {
    engine,
    owner: { id: ownerId, email: emailOf("Owner"), password },
    ask,
    async person(name, permissions, inProject = projectId) {
      return addPerson(
        name,
        permissions ? { projectId: inProject, permissions: [...permissions] } : undefined,
      );
    },
    async signIn(name, manner) {
      const body = { email: emailOf(name), password };
      const reply = await ask("POST", "/api/auth/sign-in/email", body, manner);
      const cookie = cookieOf(reply);
      if (!cookie) throw new Error(`${name} could not sign in: ${JSON.stringify(reply.body)}`);
      return cookie;
    },
    close: () => store.close(),
  };
}
