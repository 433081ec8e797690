import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import type { ApiResponse } from "@/lib/http/message/request-response";

/** Returns the contact for security reports (RFC 9116). 404 unless the operator has set one. */
export async function securityText({
  securityContact,
  sessionService,
}: PublicRequest): Promise<ApiResponse> {
  if (securityContact === undefined) {
    throw new AppError("not_found", "This server names no contact for reports on its security.");
  }
  const { publicUrl } = sessionService;
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expiryAfter(sessionService.now())}`,
    "Preferred-Languages: en",
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return { status: 200, headers, body: `${lines.join("\r\n")}\r\n` };
}

/**
 * Returns the first day of the seventh month from now: less than a year ahead (section 2.5.5), and
 * rarely changing.
 */
function expiryAfter(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7, 1))
    .toISOString()
    .replace(".000", "");
}
