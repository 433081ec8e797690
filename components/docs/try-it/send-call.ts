import type { CallRoute } from "@/components/docs/documented-call";

/** The response of a call, as it is shown. */
export interface CallResult {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The `_id` and the project of the returned record, or of the first record of a list. */
  readonly recordId: string | undefined;
  readonly projectId: string | undefined;
}

/**
 * Sends a call to this server and returns the response, whatever its status. Rejects when there is
 * none.
 */
export async function sendCall(
  { method, path }: CallRoute,
  key: string,
  body: string | undefined,
): Promise<CallResult> {
  const started = performance.now();
  const reply = await fetch(path, {
    method,
    headers: {
      ...(key !== "" && { ApiKey: key }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    credentials: "omit",
    cache: "no-store",
    ...(body !== undefined && { body }),
  });
  const text = await reply.text();
  const milliseconds = performance.now() - started;
  const { status, statusText } = reply;
  const headers = shownHeaders.flatMap((name) => {
    const value = reply.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status, statusText, milliseconds, headers, ...readable(text) };
}

const shownHeaders = [
  ...["Content-Type", "ETag", "X-Request-Id", "Server-Timing", "Idempotent-Replayed", "Allow"],
  "Retry-After",
];

function readable(text: string): Pick<CallResult, "text" | "recordId" | "projectId"> {
  try {
    const value: unknown = JSON.parse(text);
    const listed = valueAt(value, "data");
    const record: unknown = Array.isArray(listed) ? listed[0] : value;
    return {
      text: JSON.stringify(value, null, 2),
      recordId: textAt(record, "_id"),
      projectId: textAt(record, "projectId"),
    };
  } catch {
    return { text, recordId: undefined, projectId: undefined };
  }
}

function textAt(value: unknown, name: string): string | undefined {
  const found = valueAt(value, name);
  return typeof found === "string" ? found : undefined;
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
