import { createHandler } from "@/lib/http/handle";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { type TestApi, testApi } from "@/tests/api";
import type { TestDatabase } from "@/tests/databases";
import { wholeOf, worldIn } from "@/tests/hard/fuzz-records";
import type { World } from "@/tests/hard/fuzz-requests";

/** One of several deployments that get the same requests. */
export interface Side {
  /** Display name of its kind of database. */
  readonly kind: string;
  readonly api: TestApi;
  readonly world: World;
  /** Errors outside of any response. */
  readonly failures: unknown[];
  ask(request: ApiRequest, references: "loose" | "strict"): Promise<ApiResponse>;
}

/** Opens a deployment in an empty database. */
export async function openSide(kind: string, database: TestDatabase): Promise<Side> {
  const api = await testApi({ references: "loose" }, database);
  const world = await worldIn(api);
  const failures: unknown[] = [];
  const handlerOf = (references: "loose" | "strict") =>
    createHandler({
      store: api.engine.store,
      policy: { references },
      maxBodyBytes: 200_000,
      now: () => api.engine.clock.now(),
      log: ({ error }) => error !== undefined && failures.push(error),
    });
  const handlers = { loose: handlerOf("loose"), strict: handlerOf("strict") };
  return {
    kind,
    api,
    world,
    failures,
    ask: async (request, references) => wholeOf(await handlers[references](request)),
  };
}

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;

/**
 * Translates between ids and keys of one side and of the first side, which each side generates
 * itself.
 */
export class Names {
  readonly #theirs = new Map<string, string>();
  readonly #ours = new Map<string, string>();

  learn(ours: string, theirs: string): void {
    if (ours === theirs || this.#theirs.has(ours) || this.#ours.has(theirs)) return;
    this.#theirs.set(ours, theirs);
    this.#ours.set(theirs, ours);
  }

  /** Pairs the ids of two responses by their order. */
  learnFrom(ours: string, theirs: string): void {
    const [own, other] = [ours, theirs].map((text) => text.match(idForm) ?? []);
    if (own?.length !== other?.length) return;
    for (const [place, id] of (own ?? []).entries()) this.learn(id, other?.[place] ?? id);
  }

  /** Returns a request of the first side with the ids of the other. */
  theirs(request: ApiRequest): ApiRequest {
    const named = (text: string) => text.replace(idForm, (id) => this.#theirs.get(id) ?? id);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        named(this.#theirs.get(String(value)) ?? String(value)),
      ]),
    );
    const { path, query, body } = request;
    return { ...request, path: named(path), query: named(query), body: named(body), headers };
  }

  /** Returns a response of the other side with the ids of the first. */
  ours(text: string): string {
    return text.replace(idForm, (id) => this.#ours.get(id) ?? id);
  }
}

/**
 * Returns true if the response depends on random values. These are the end of a slug, the prefix of
 * a key and the request ids of the change log, as a condition or in the order of a list; and the
 * access log, whose refusals have random ids and the same time.
 */
export function dependsOnChance({ path, query, body }: ApiRequest): boolean {
  if (path.startsWith("/api/access-log/")) return true;
  if (!/\/(?:get-list|count|export)$/.test(path)) return false;
  return /slug|prefix|requestId/.test(query) || /"(?:slug|prefix|requestId)":(?!true)/.test(body);
}

/**
 * Returns the parts of a response that must be equal on all sides: without random values and times.
 */
export function comparable({ status, headers, body }: ApiResponse): string {
  const text = body
    .replace(/toc_[0-9A-Za-z_-]{43}/g, "toc_secret")
    // The prefix of a key is shown, in tables too.
    .replace(/toc_[0-9A-Za-z]{6}\b/g, "toc_…")
    .replace(/"(nextCursor|lastUsedAt|requestId)":(?:"[^"]*"|null)/g, '"$1":"…"')
    .replace(/(\/(?:invite|reset)[/#](?:[0-9a-f-]{36}\.)?)[0-9A-Za-z]{43}/g, "$1…")
    // A slug that was already in use gets five random characters. It is a cell in an export.
    .replace(/-[0-9a-z]{5}(?=\\?["-]|,)/g, "-…");
  return `${status} ${headers["Content-Type"]} ${headers["Allow"] ?? ""}\n${text}`;
}
