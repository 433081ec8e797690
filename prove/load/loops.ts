import { Line } from "./connection";
import { healthShot, type Shots } from "./request-mix";

/**
 * The results of a loop. Times are in milliseconds; in the open loop they count from when a request
 * was due, not from when it was sent.
 */
export interface Loop {
  readonly seconds: number;
  /** Times of successes. */
  readonly taken: number[];
  readonly refusedTaken: number[];
  refused: number;
  refusedWithoutRetryAfter: number;
  broken: number;
  /** Other responses than successes and refusals, by status. */
  readonly others: Record<string, number>;
}

/**
 * Sends the next request on each connection as soon as the last is answered. Measures the server's
 * maximum throughput.
 */
export async function closedLoop(
  port: number,
  shots: Shots,
  connections: number,
  seconds: number,
): Promise<Loop> {
  const loop = emptyLoop(seconds);
  const end = performance.now() + seconds * 1_000;
  let n = 0;
  const one = () =>
    new Promise<void>((resolve) => {
      const line = new Line(port);
      const next = () => {
        const sent = performance.now();
        if (sent >= end) {
          line.end();
          return resolve();
        }
        n += 1;
        line.send(shots.at(n), (status, hasRetryAfter) => {
          note(loop, status, hasRetryAfter, performance.now() - sent);
          next();
        });
      };
      next();
    });
  await Promise.all(Array.from({ length: connections }, one));
  return loop;
}

/** Opens connections without requests in progress. */
export async function openLines(port: number, count: number): Promise<Line[]> {
  const lines = Array.from({ length: count }, () => new Line(port));
  await Promise.all(
    lines.map((line) => new Promise<void>((resolve) => line.send(healthShot, () => resolve()))),
  );
  return lines;
}

/**
 * Sends `perSecond` requests a second at fixed times, regardless of the responses, each on one of
 * the `free` connections. A request without a free connection waits, and that time counts.
 */
export async function openLoop(
  free: Line[],
  shots: Shots,
  perSecond: number,
  seconds: number,
): Promise<Loop> {
  const loop = emptyLoop(seconds);
  const total = Math.floor(perSecond * seconds);
  const started = performance.now();
  const dueAt = (n: number) => started + (n * 1_000) / perSecond;
  let sent = 0;
  let answered = 0;
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      const now = performance.now();
      while (sent < total && dueAt(sent) <= now) {
        const line = free.pop();
        if (!line) return;
        const planned = dueAt(sent);
        line.send(shots.at(sent), (status, hasRetryAfter) => {
          answered += 1;
          note(loop, status, hasRetryAfter, performance.now() - planned);
          free.push(line);
          if (answered === total) resolve();
        });
        sent += 1;
      }
      if (sent === total) clearInterval(timer);
    };
    const timer = setInterval(sendDue, 1);
    // Ends the wait for a server that has stopped responding.
    setTimeout(resolve, seconds * 1_000 + 15_000).unref();
  });
  loop.broken += total - answered;
  return loop;
}

function emptyLoop(seconds: number): Loop {
  return {
    ...{ seconds, taken: [], refusedTaken: [], others: {} },
    ...{ refused: 0, refusedWithoutRetryAfter: 0, broken: 0 },
  };
}

function note(loop: Loop, status: number, hasRetryAfter: boolean, took: number): void {
  if (status === 200) loop.taken.push(took);
  else if (status === 503 || status === 429) {
    loop.refused += 1;
    loop.refusedTaken.push(took);
    if (!hasRetryAfter) loop.refusedWithoutRetryAfter += 1;
  } else if (status === 0) loop.broken += 1;
  else loop.others[status] = (loop.others[status] ?? 0) + 1;
}
