import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import { type Answer, askServer } from "@/tests/server/ask-server";
import { adminKey } from "@/tests/server/server-process";

/** Results of the busy connections. */
export interface Seen {
  /** Ids of records whose creation was acknowledged. */
  readonly acknowledged: string[];
  answered: number;
  /** Responses that were neither a success nor expected. */
  readonly failed: string[];
  /** Requests whose connection broke before the response. */
  readonly broken: string[];
  /** Requests that were answered after one retry. */
  repeated: number;
}

/**
 * The target of the clients. `ports` are used in rotation; a port that refuses connections is
 * skipped.
 */
export interface Target {
  readonly ports: readonly number[];
  readonly projectId: string;
  /** Defaults to the key of the servers that tests start. */
  readonly key?: string;
  /**
   * Whether a request whose connection breaks before the response is sent once more. A client may
   * do so if it marks creates with an `Idempotency-Key`: a server that ends an idle connection
   * cannot know that a request is being sent.
   */
  readonly mayRepeat?: boolean;
  /** Whether another connection replaces a closed one, until `isOver`. */
  readonly isOver?: () => boolean;
  /** Whether a client ends once no process listens: a refused connection is no broken one. */
  readonly endsWhenRefused?: boolean;
}

/** Sends over `connections` at once, each with the next request after a response. */
export async function keepBusy(target: Target, connections: number, seen: Seen): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, (_, turn) => oneClient(target, turn, seen)),
  );
}

/** Returns empty results. */
export function nothingSeen(): Seen {
  return { acknowledged: [], answered: 0, failed: [], broken: [], repeated: 0 };
}

async function oneClient(target: Target, turn: number, seen: Seen): Promise<void> {
  for (let count = turn; !target.isOver?.(); count += 1) {
    const last = await sendOne(target, count, seen);
    if (last === "refused" || (last === "told" && !target.isOver)) return;
  }
}

/** Sends one request. Returns "told" if this connection ends, "refused" if no process listens. */
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

/**
 * Tries the ports in turn until one serves. A request that no process has accepted can be sent
 * elsewhere without harm.
 */
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

/**
 * A process that has just started listens before it serves. A proxy that checks `/readyz` would
 * skip it.
 */
function isStarting({ status, body }: Answer): boolean {
  return status === 503 && String(body["detail"]).startsWith("The server is starting");
}
