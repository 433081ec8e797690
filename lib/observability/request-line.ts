import type { RequestLogEntry } from "@/lib/http/message/request-log";

/** The fields of a request in the log. Undefined fields are not written. */
export type RequestFields = Required<Omit<RequestLogEntry, "error" | "isStopping">>;

/** Returns the fields of a request, its duration in hundredths of a millisecond. */
export function requestFields(entry: RequestLogEntry): RequestFields {
  const { requestId, clientRequestId, method, route, status } = entry;
  const { callerId, keyName, accountId, address, resource, operation } = entry;
  const durationMs = Math.round(entry.durationMs * 100) / 100;
  // Names each field, which is faster than a copy without the others.
  return {
    requestId,
    clientRequestId,
    method,
    route,
    status,
    durationMs,
    callerId,
    keyName,
    accountId,
    address,
    resource,
    operation,
  };
}

/**
 * Returns the line of a request that did not fail, as the logger writes it. The logger looks at each
 * field, and one call for all of them takes less time.
 */
export function requestLine(entry: RequestLogEntry, at: Date): string {
  const fields = JSON.stringify(requestFields(entry)).slice(1, -1);
  return `{"level":"info","time":"${at.toISOString()}",${fields},"msg":"request"}\n`;
}
