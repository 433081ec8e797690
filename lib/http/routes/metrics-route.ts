import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import { bearerToken } from "@/lib/http/guard/sent-keys";
import { problemReply } from "@/lib/http/message/problem";
import { shownId } from "@/lib/http/message/reply-headers";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";

/**
 * Returns the metrics for Prometheus to a caller with the token (RFC 6750, section 2.1); 401
 * without it. 404 while metrics are disabled or have no token. Without a token they are served on a
 * port of this machine only.
 */
export async function metricsReply(publicRequest: PublicRequest): Promise<ApiResponse> {
  const { request, metrics } = publicRequest;
  if (!metrics) throw new AppError("not_found", "This server shows no metrics.");
  const { contentType, text, token } = metrics;
  if (token === undefined) throw new AppError("not_found", elsewhere);
  if (!brings(request, token)) return refused(shownId(publicRequest));
  const headers = { "Content-Type": contentType };
  return { status: 200, headers, body: await text() };
}

const elsewhere =
  "This server shows its metrics here only with METRICS_TOKEN. Without it they are on METRICS_PORT of its own machine.";

function brings({ headers }: ApiRequest, token: string): boolean {
  const brought = bearerToken(headers["authorization"] ?? "");
  return brought !== undefined && timingSafeEqual(digest(brought), digest(token));
}

/** Returns a digest, which has the same length for every input. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refused(requestId: string): ApiResponse {
  const detail = "Metrics are read with Authorization: Bearer and the token of METRICS_TOKEN.";
  const reply = problemReply(new AppError("unauthenticated", detail), requestId);
  const headers = { ...reply.headers, "WWW-Authenticate": 'Bearer realm="metrics"' };
  return { ...reply, headers };
}
