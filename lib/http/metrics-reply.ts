import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/errors";
import type { ApiRequest, ApiResponse } from "./exchange";
import { problemReply } from "./problem";
import type { MetricsSource, Visit } from "./visit";

/**
 * The numbers for Prometheus, to who brings the token (RFC 6750, section 2.1), or without one to callers on this machine.
 * 404 while they are turned off, else 401.
 */
export async function metricsReply({ request, requestId, metrics }: Visit): Promise<ApiResponse> {
  if (!metrics) throw new AppError("not_found", "This server shows no metrics.");
  if (!mayRead(request, metrics)) return refused(requestId);
  const { contentType, text } = metrics;
  const headers = { "Content-Type": contentType };
  return { status: 200, headers, body: await text() };
}

function mayRead({ headers, address }: ApiRequest, { token }: MetricsSource): boolean {
  if (token === undefined) {
    // A page elsewhere may lead its own name to this machine; the browser still says that name.
    const isHere = isLocal(address) && isLocalHost(headers["host"]);
    return isHere && !forwarding.some((name) => headers[name]);
  }
  const [, brought] = /^Bearer +(\S+)$/i.exec(headers["authorization"] ?? "") ?? [];
  return brought !== undefined && timingSafeEqual(digest(brought), digest(token));
}

/** Digests are of one length, whatever is sent. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** With any of these a proxy on this machine speaks for someone who may be anywhere. */
const forwarding = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

function isLocal(address = ""): boolean {
  const bare = address.replace(/^::ffff:/i, "");
  return bare === "::1" || /^127\.\d+\.\d+\.\d+$/.test(bare);
}

function isLocalHost(host = ""): boolean {
  const bare = host.replace(/:\d+$/, "").toLowerCase();
  return bare === "localhost" || bare === "[::1]" || isLocal(bare);
}

function refused(requestId: string): ApiResponse {
  const detail = "Metrics are read with Authorization: Bearer and the token of METRICS_TOKEN.";
  const reply = problemReply(new AppError("unauthenticated", detail), requestId);
  const headers = { ...reply.headers, "WWW-Authenticate": 'Bearer realm="metrics"' };
  return { ...reply, headers };
}
