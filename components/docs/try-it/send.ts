import type { Spelling } from "@/components/docs/call";

/** What came back, as it is shown. */
export interface Shown {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The `_id` of the record that was answered, if one was. */
  readonly recordId: string | undefined;
}

/** Sends a call to this server and answers what came back, whatever its status. Rejects when nothing did. */
export async function send(
  { method, path }: Spelling,
  key: string,
  body: string | undefined,
): Promise<Shown> {
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
  const headers = telling.flatMap((name) => {
    const value = reply.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status, statusText, milliseconds, headers, ...readable(text) };
}

const telling = [
  ...["Content-Type", "ETag", "X-Request-Id", "Server-Timing", "Idempotent-Replayed", "Allow"],
  "Retry-After",
];

function readable(text: string): Pick<Shown, "text" | "recordId"> {
  try {
    const value: unknown = JSON.parse(text);
    const id =
      typeof value === "object" && value !== null && "_id" in value ? value._id : undefined;
    return {
      text: JSON.stringify(value, null, 2),
      recordId: typeof id === "string" ? id : undefined,
    };
  } catch {
    return { text, recordId: undefined };
  }
}
