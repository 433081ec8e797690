import { z } from "zod";
import { endpoints } from "@/lib/contract";
import { checkBody, checkQuery } from "@/lib/contract/checks/check-input";
import { type Endpoint, isRaw, JsonText } from "@/lib/contract/endpoint";
import { AppError } from "@/lib/errors";
import type { AccountRequest, PublicRequest } from "@/lib/http/guard/public-request";
import { refuseOtherPages } from "@/lib/http/guard/same-origin";
import { readBody } from "@/lib/http/message/body/body";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply, textReply } from "@/lib/http/message/respond";
import type { EndpointRoute } from "@/lib/http/routing/route-table";
import { handlers } from "./handlers";

type Asked = Omit<PublicRequest, "setHeaders"> & Partial<AccountRequest>;

/**
 * Answers a request to an endpoint. Checks the origin of a public write, the session if one is
 * needed, then all inputs. Throws a 400 that lists every fault of the query or of the body.
 */
export async function endpointReply(
  { operation }: EndpointRoute,
  asked: Asked,
  maxBodyBytes: number,
): Promise<ApiResponse> {
  const endpoint: Endpoint = endpoints[operation];
  const { request, sessionService, signedIn } = asked;
  if (endpoint.caller === "anyone" && endpoint.effect === "writes") {
    refuseOtherPages(request, sessionService.publicUrl);
  }
  if (endpoint.caller === "session" && !signedIn) throw keyRefused();
  const query = queryOf(endpoint, request);
  const body = endpoint.body && checkBody(endpoint.body, await readBody(request, maxBodyBytes));
  const headers: Record<string, string> = {};
  const setHeaders = (added: Readonly<Record<string, string>>) => Object.assign(headers, added);
  const reply = await handlerOf(operation)({ setHeaders, ...asked, query, body });
  if (reply instanceof JsonText) return textReply(reply.text, headers);
  return isRaw(endpoint.reply) ? asResponse(reply) : jsonReply(reply, headers);
}

function queryOf({ path, query }: Endpoint, request: ApiRequest) {
  // Monitoring and crawlers add parameters of their own to the paths outside the API.
  if (!query && !path.startsWith("/api/")) return {};
  return checkQuery(query ?? noParameters, new URLSearchParams(request.query));
}

const noParameters = z.object({});

/** `endpointReply` gives each handler the caller and the inputs that its endpoint declares. */
function handlerOf(name: EndpointRoute["operation"]): (request: unknown) => Promise<unknown> {
  return handlers[name] as (request: unknown) => Promise<unknown>;
}

/** The type of a handler with a raw reply demands a response. */
function asResponse(reply: unknown): ApiResponse {
  return reply as ApiResponse;
}

function keyRefused(): AppError {
  return new AppError("forbidden", "A key has neither sessions nor a password. Sign in instead.");
}
