import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import { type Answer, askServer } from "@/tests/hard/ask-server";
import { adminKey } from "@/tests/hard/server-process";

/** What busy connections saw. */
export interface Seen {
  /** Ids of records whose creation was acknowledged. */
  readonly acknowledged: string[];
  answered: number;
  /** Answers that were neither a success nor expected. */
  readonly failed: string[];
  /** Requests whose connection broke before the answer. */
  readonly broken: string[];
  /** Requests that were answered when sent once more. */
  repeated: number;
}

/** Where the clients send: `ports` are asked in turn, the next one where nobody listens. */
export interface Target {
  readonly ports: readonly number[];
  readonly projectId: string;
  /** That of the servers that tests start, when absent. */
  readonly key?: string;
  /**
   * Whether a request whose connection breaks before the answer is sent once more, as a client may that marks creates
   * with an `Idempotency-Key`: a server that ends an idle connection cannot know that a request is on its way.
   */
  readonly mayRepeat?: boolean;
  /** Whether a connection that was told to close is followed by another, until `isOver`. */
  readonly isOver?: () => boolean;
  /** Whether a client ends when nobody listens any more: a refused connection is no broken one. */
  readonly endsWhenRefused?: boolean;
}

/** Sends over `connections` at once, each with the next request as soon as it is answered. */
export async function keepBusy(target: Target, connections: number, seen: Seen): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, (_, turn) => oneClient(target, turn, seen)),
  );
}

/** Nothing seen yet. */
export function nothingSeen(): Seen {
  return { acknowledged: [], answered: 0, failed: [], broken: [], repeated: 0 };
}

async function oneClient(target: Target, turn: number, seen: Seen): Promise<void> {
  for (let count = turn; !target.isOver?.(); count += 1) {
    const last = await sendOne(target, count, seen);
    if (last === "refused" || (last === "told" && !target.isOver)) return;
  }
}

/** Answers whether the server has said, or shown, that this connection ends, or that nobody listens. */
async function sendOne(
  { ports, projectId, key = adminKey, mayRepeat = false, endsWhenRefused = false }: Target,
  count: number,
  seen: Seen,
): Promise<"told" | "refused" | undefined> {
  const isRead = count % 4 === 3;
  const data = { projectId, name: newId(), color: "#123456" };
  const [path, body] = isRead
    ? ["/api/label/get-list", { query: { projectId }, limit: 5 }]
    : ["/api/label", { data }];
  const headers = mayRepeat && !isRead ? { "Idempotency-Key": newId() } : {};
  const sendTo = (port: number) => askServer(port, "POST", path, { key, body, headers });
  const send = (turn: number) =>
    endsWhenRefused ? sendTo(ports[0] ?? 0) : firstListening(ports, turn, sendTo);
  try {
    const reply = await send(count).catch((error: unknown) => {
      if (!mayRepeat) throw error;
      seen.repeated += 1;
      return send(count + 1);
    });
    seen.answered += 1;
    if (reply.status !== 200) seen.failed.push(`${path} answered ${reply.status}`);
    else if (!isRead) seen.acknowledged.push(String(reply.body["_id"]));
    return reply.headers.connection === "close" ? "told" : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (endsWhenRefused && code === "ECONNREFUSED") return "refused";
    seen.broken.push(code ?? String(error));
    return "told";
  }
}

/** Sends to the next port until one serves: a request that no process has accepted can be sent elsewhere without harm. */
async function firstListening(
  ports: readonly number[],
  turn: number,
  send: (port: number) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await unlessRefused(send(ports[(turn + attempt) % ports.length] ?? 0));
    if (reply !== "refused" && !isStarting(reply)) return reply;
    if (attempt >= mostAttempts) throw new Error("no process serves: all refuse or are starting");
    if (attempt >= ports.length) await pause(50);
  }
}

async function unlessRefused(reply: Promise<Answer>): Promise<Answer | "refused"> {
  try {
    return await reply;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return "refused";
    throw error;
  }
}

const mostAttempts = 100;

/** A process that has just been started listens before it serves; a proxy that asks `/readyz` would pass it over. */
function isStarting({ status, body }: Answer): boolean {
  return status === 503 && String(body["detail"]).startsWith("The server is starting");
}
