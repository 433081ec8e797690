import type * as server from "@/lib/contract/server";
import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import { compressible } from "@/lib/http/message/compressed";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import type { Spellings } from "@/lib/http/openapi/spellings";
import { matchRoute } from "@/lib/http/routing/routing";
import { llmsText } from "@/lib/http/texts/llms-text";
import { securityText } from "@/lib/http/texts/security-text";
import type { Handlers } from "./endpoint-request";
import { metricsReply } from "./metrics-route";

const ok = { status: "ok" } as const;

/** Handlers of the endpoints about the server itself. */
export const serverRoutes: Handlers<typeof server> = {
  openApi,
  openApiOfResource: openApi,
  health: async () => ok,
  readiness,
  metrics: metricsReply,
  securityText,
  llmsText,
};

/** Returns the contract as OpenAPI 3.1, over a megabyte, compressed if the client accepts it. */
async function openApi(asked: DocumentRequest): Promise<ApiResponse> {
  const { openApi: texts, request, query } = asked;
  if (!texts) throw new AppError("not_found", "This server has no OpenAPI document.");
  const text = texts({ spellings: query.spellings, only: matchRoute(request.path)?.resource });
  const reply = documents.get(text) ?? compressible(text, jsonReply({}).headers);
  documents.set(text, reply);
  return reply(request);
}

type DocumentRequest = PublicRequest & { readonly query: { readonly spellings: Spellings } };

const documents = new WeakMap<() => string | Promise<string>, ReturnType<typeof compressible>>();

/** Returns 200 while the database responds and the process was not told to stop. */
async function readiness({
  store,
  isStopping,
  addLogFields: learn,
}: PublicRequest): Promise<typeof ok> {
  if (isStopping?.()) {
    learn({ isStopping: true });
    const detail = "The server is shutting down. Send requests to another instance.";
    throw new AppError("unavailable", detail);
  }
  try {
    await store.ping();
  } catch (cause) {
    throw Object.assign(new AppError("unavailable", "The server is not ready."), { cause });
  }
  return ok;
}
