import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import { compressible } from "@/lib/http/message/compressed";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import type { PublicOperation } from "@/lib/http/routing/route-table";
import { metricsReply } from "./metrics-route";
import { securityText } from "./security-text";
import { sessionRoutes } from "./session-routes";

/** Routes without credentials. */
export const publicRoutes: Readonly<
  Record<PublicOperation, (publicRequest: PublicRequest) => Promise<ApiResponse>>
> = { openApi, health, readiness, metrics: metricsReply, securityText, ...sessionRoutes };

/** Returns the contract as OpenAPI 3.1, over a megabyte, compressed if the client accepts it. */
async function openApi({ openApi: document, request }: PublicRequest): Promise<ApiResponse> {
  if (!document) throw new AppError("not_found", "This server has no OpenAPI document.");
  const reply = documents.get(document) ?? compressible(document, jsonReply({}).headers);
  documents.set(document, reply);
  return reply(request);
}

const documents = new WeakMap<() => string | Promise<string>, ReturnType<typeof compressible>>();

/** Returns 200 while the process runs. */
async function health(): Promise<ApiResponse> {
  return jsonReply({ status: "ok" });
}

/** Returns 200 while the database responds and the process was not told to stop. */
async function readiness({
  store,
  isStopping,
  addLogFields: learn,
}: PublicRequest): Promise<ApiResponse> {
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
  return jsonReply({ status: "ok" });
}
