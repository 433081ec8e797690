import pino from "pino";
import type { RequestLogEntry } from "@/lib/http/message/request-log";

/** The process's log: one JSON object a line on standard output. Holds no body, query string or secret. */
export interface Log {
  /** One line a request: an error for 5xx, unless the process is stopping, else information. */
  request(entry: RequestLogEntry): void;
  /** A request turned away for want of time: one line a second tells how many, because each would cost more than it. */
  turnedAway(entry: RequestLogEntry): void;
  /** What went wrong outside any answer, or after its line was written, with its stack. */
  trouble(what: string, error: unknown, requestId?: string): void;
  info(what: string): void;
  /** What serves all the same but asks for the operator's attention. */
  warn(what: string): void;
  /** Writes out what is still held back; resolves after a second at the latest, written or not. */
  flush(): Promise<void>;
}

/**
 * A log of lines at `level` and above, written without holding up requests: in pieces of some kilobytes, what is
 * left every 200 ms, errors at once. Where it cannot be written (a full disk, a closed pipe) the process goes on: a
 * megabyte waits until it can, and what comes beyond that is lost.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, ...pieces });
  goOnUnwritten(destination);
  const logger = pino({ ...options, ...hiding, level }, destination);
  // An entry of a request has no field that could hold a secret, and looking for one takes longer than the rest.
  const requests = pino({ ...options, level }, destination);
  const writeError = (fields: object, what: string) => {
    logger.error(fields, what);
    destination.flush();
  };
  return {
    request: (entry) => {
      const line = lineOf(entry);
      if (entry.status >= 500 && !entry.isStopping)
        writeError({ ...line, err: entry.error }, "request");
      else requests.info(line, "request");
    },
    turnedAway: onceASecond((count) =>
      logger.warn({ count }, "too much to do: requests turned away"),
    ),
    trouble: (what, error, requestId) => writeError({ requestId, err: error }, what),
    info: (what) => logger.info(what),
    warn: (what) => logger.warn(what),
    flush: () =>
      new Promise((resolve) => {
        setTimeout(resolve, longestFlushMs).unref();
        destination.flush(() => {
          destination.flushSync();
          resolve();
        });
      }),
  };
}

type Line = Required<Omit<RequestLogEntry, "error" | "isStopping">>;

/** Named one by one, which takes a part of the time of leaving one out; what is undefined is not written. */
function lineOf(entry: RequestLogEntry): Line {
  const { requestId, clientRequestId, method, route, status } = entry;
  const { callerId, keyName, accountId, address, resource, operation } = entry;
  const durationMs = Math.round(entry.durationMs * 100) / 100;
  return {
    ...{ requestId, clientRequestId, method, route, status, durationMs },
    ...{ callerId, keyName, accountId, address, resource, operation },
  };
}

function goOnUnwritten(destination: ReturnType<typeof pino.destination>): void {
  let isWritable = true;
  // Thrown, it would be logged as an uncaught exception, which fails again, and so on for ever.
  destination.on("error", () => {
    isWritable = false;
  });
  destination.on("write", () => {
    isWritable = true;
  });
  const flushSync = destination.flushSync.bind(destination);
  // The driver tries a write that fails without end; the logger calls this at the end of the process, too.
  destination.flushSync = () => {
    if (isWritable) flushSync();
  };
}

/** A function that counts its calls and tells, a second after the first, how many there were. */
function onceASecond(tell: (count: number) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    const tellNow = () => {
      tell(count);
      count = 0;
    };
    setTimeout(tellNow, 1_000).unref();
  };
}

const pieces = { minLength: 8_192, periodicFlush: 200, maxLength: 1_000_000 };
const longestFlushMs = 1_000;

const secrets = ["apikey", "authorization", "cookie", "key", "password", "secret", "token"];

const options = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};

const hiding = {
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: "hidden" },
};
