import pino from "pino";
import type { RequestLogEntry } from "@/lib/http/message/request-log";

/** The process log: JSON lines on standard output, without bodies, query strings or secrets. */
export interface Log {
  /** Logs a request in one line: as error for 5xx, unless the process is stopping, else as info. */
  request(entry: RequestLogEntry): void;
  /** Counts a request rejected by overload. Logs the number once a second, to stay cheap. */
  turnedAway(entry: RequestLogEntry): void;
  /** Logs an error outside any response, or after its line was written, with its stack. */
  trouble(what: string, error: unknown, requestId?: string): void;
  info(what: string): void;
  /** Logs a condition that needs the operator's attention but does not stop the service. */
  warn(what: string): void;
  /** Writes out buffered lines. Resolves after at most a second, written or not. */
  flush(): Promise<void>;
}

/**
 * Creates a log of lines at `level` and above. Requests do not wait for writes: chunks of some
 * kilobytes, the rest every 200 ms, errors at once. If the log cannot be written (a full disk, a
 * closed pipe), the process continues; up to one megabyte is buffered and the excess is lost.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, ...pieces });
  goOnUnwritten(destination);
  const logger = pino({ ...options, ...hiding, level }, destination);
  // A request entry has no field that could hold a secret. Redaction would take most of the time.
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

/** Names each field, which is faster than omitting others. Undefined fields are not written. */
function lineOf(entry: RequestLogEntry): Line {
  const { requestId, clientRequestId, method, route, status } = entry;
  const { callerId, keyName, accountId, address, resource, operation } = entry;
  const durationMs = Math.round(entry.durationMs * 100) / 100;
  // Spreading objects would copy them for each request.
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

function goOnUnwritten(destination: ReturnType<typeof pino.destination>): void {
  let isWritable = true;
  // A thrown error would be logged as an uncaught exception, which fails again, endlessly.
  destination.on("error", () => {
    isWritable = false;
  });
  destination.on("write", () => {
    isWritable = true;
  });
  const flushSync = destination.flushSync.bind(destination);
  // The driver retries a failing write endlessly, and the logger calls this as the process ends.
  destination.flushSync = () => {
    if (isWritable) flushSync();
  };
}

/** Returns a function that counts its calls and reports the count one second after the first. */
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

const secrets = [
  ...["apikey", "x-api-key", "authorization", "cookie"],
  ...["key", "password", "secret", "token"],
];

const options = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};

const hiding = {
  redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: "hidden" },
};
