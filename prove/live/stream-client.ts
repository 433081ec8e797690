import type { ChangeEvent } from "@/lib/contract/events";
import { EventReader, type ReceivedEvent } from "@/tests/event-reader";
import { adminKey, type Served } from "@/tests/server/server-process";

/** An open stream of events. */
export interface StreamClient {
  /** Id of the last event. */
  readonly last: () => string | undefined;
  /** Resolves at the end of the stream, to the name of its last event. */
  readonly ended: Promise<string>;
  readonly close: () => void;
}

/** Opens a stream, and calls `onChange` with each change. Resolves after the first event. */
export async function openStream(
  { port }: Pick<Served, "port">,
  query: string,
  onChange: (change: Partial<ChangeEvent>) => void,
  key = adminKey,
): Promise<StreamClient> {
  const closing = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/api/events?${query}`, {
    headers: { ApiKey: key },
    signal: closing.signal,
  });
  if (reply.status !== 200 || !reply.body) throw new Error(`A stream was refused: ${reply.status}`);
  const stream = reply.body.pipeThrough(new TextDecoderStream());
  const reader = new EventReader({ status: 200, headers: {}, body: "", stream });
  let event = await reader.next();
  const first = event?.name ?? "";
  const read = async (): Promise<string> => {
    let name = first;
    for (;;) {
      const next: ReceivedEvent | undefined = await reader.next().catch(() => undefined);
      if (!next) return name;
      event = next;
      name = next.name;
      if (name === "change") onChange(next.data);
    }
  };
  return { last: () => event?.id, ended: read(), close: () => closing.abort() };
}

/** Sends a request with a key, and returns the body of its success. */
export async function send<T = { readonly _id: string }>(
  { port }: Pick<Served, "port">,
  path: string,
  body: object,
  key = adminKey,
  method = "POST",
): Promise<T> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method,
    headers: { ApiKey: key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`);
  return (await reply.json()) as T;
}

/** Creates a project and returns its id. */
export async function newProject(served: Served, name: string): Promise<string> {
  return (await send(served, "project", { data: { name } }))._id;
}

/** Creates a label and returns its id. */
export async function newLabel(served: Served, projectId: string, name: string): Promise<string> {
  return (await send(served, "label", { data: { name, color: "#112233", projectId } }))._id;
}

/** Creates a key and returns its id and secret. */
export function newKey(
  served: Served,
  projectId: string | undefined,
  permissions: readonly string[],
): Promise<{ readonly _id: string; readonly key: string }> {
  const data = { name: "of the proof", permissions, ...(projectId && { projectId }) };
  return send(served, "api-key", { data });
}
