import type { ChangeEvent } from "@/lib/contract/events";
import { eventParser, type ServerEvent } from "./event-lines";
import type { LiveMessage } from "./live-message";

interface Following {
  /** Id of the user of the pages. */
  readonly user: string;
  /** The id after which the stream begins; undefined: now. */
  readonly after: string | undefined;
  readonly onMessage: (message: LiveMessage) => void;
  readonly signal: AbortSignal;
}

/** First and longest delay after a failure, in milliseconds. */
const [firstDelayMs, longestDelayMs] = [1_000, 15_000];
/** The server sends a comment every 15 s. A longer silence means that the connection is dead. */
const silenceMs = 40_000;

/**
 * Follows the changes of records until `signal` aborts or the session ends, which it tells. A lost
 * stream is opened again after 1, 2, 4, 8, then 15 s, or as the server requests, and goes on after
 * the last event. By `fetch`, because an `EventSource` gives up after a refusal and sends no header.
 */
export async function followStream({ user, after, onMessage, signal }: Following): Promise<void> {
  let last = after;
  let failures = 0;
  while (!signal.aborted) {
    const delayMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs);
    const end = await readStream({ user, last, signal }, (event) => {
      last = event.id;
      if (event.name === "open") failures = -1;
      for (const message of messagesOf(event)) onMessage(message);
    });
    if (signal.aborted) return;
    if (end.isEnded) return onMessage({ kind: "ended" });
    onMessage({ kind: "lost" });
    failures += 1;
    await pause(end.retryMs ?? delayMs, signal);
  }
}

interface StreamEnd {
  readonly isEnded: boolean;
  readonly retryMs?: number | undefined;
}

interface Ask {
  readonly user: string;
  readonly last: string | undefined;
  readonly signal: AbortSignal;
}

/** Reads one stream to its end. Never rejects. */
async function readStream(ask: Ask, onEvent: (event: ServerEvent) => void): Promise<StreamEnd> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    heard();
    const reply = await open(ask, silence.signal);
    if (reply.status === 401 || reply.status === 403) return { isEnded: true };
    if (reply.status !== 200 || !reply.body) return { isEnded: false, retryMs: delayOf(reply) };
    return await readEvents(reply.body, heard, onEvent);
  } catch {
    return { isEnded: false };
  } finally {
    clearTimeout(timer);
  }
}

function open({ user, last, signal }: Ask, silence: AbortSignal): Promise<Response> {
  return fetch(`/api/events${last === undefined ? "" : `?after=${last}`}`, {
    headers: { Accept: "text/event-stream", "X-Expected-User": user },
    ...{ cache: "no-store", credentials: "same-origin" },
    signal: AbortSignal.any([signal, silence]),
  });
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void,
  onEvent: (event: ServerEvent) => void,
): Promise<StreamEnd> {
  const parse = eventParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let retryMs: number | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { isEnded: false, retryMs };
    heard();
    const parsed = parse(value);
    retryMs = parsed.retryMs ?? retryMs;
    for (const event of parsed.events) {
      if (event.name === "bye") return { isEnded: true };
      onEvent(event);
    }
  }
}

function messagesOf({ name, data }: ServerEvent): LiveMessage[] {
  if (name === "change") return [{ kind: "changes", changes: [asChange(data)] }];
  if (name === "reset") return [{ kind: "open" }, { kind: "reset" }];
  return name === "open" ? [{ kind: "open" }] : [];
}

/** The data of a `change` is that of the contract. */
function asChange(data: string): ChangeEvent {
  return JSON.parse(data) as ChangeEvent;
}

function delayOf(reply: Response): number | undefined {
  const seconds = Number(reply.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, forMs);
    signal.addEventListener("abort", end);
  });
}
