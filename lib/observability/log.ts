import pino from "pino";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import { logDestination } from "./log-destination";
import { requestFields, requestLine } from "./request-line";

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
 * Creates a log of lines at `level` and above on standard output. Requests do not wait for writes,
 * and the process continues if the log cannot be written. Errors are written at once.
 */
export function createLog(level: string): Log {
  const destination = logDestination();
  const logger = pino({ ...logOptions, ...hiding, level }, destination);
  const isInfo = logger.isLevelEnabled("info");
  const writeError = (fields: object, what: string) => {
    logger.error(fields, what);
    destination.flush();
  };
  return {
    request: (entry) => {
      if (entry.status >= 500 && !entry.isStopping) {
        writeError({ ...requestFields(entry), err: entry.error }, "request");
      } else if (isInfo) {
        // No field can hold a secret, so none is looked for.
        destination.write(requestLine(entry, new Date()));
      }
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

const longestFlushMs = 1_000;

const secrets = [
  ...["apikey", "x-api-key", "authorization", "cookie"],
  ...["key", "password", "secret", "token"],
];

/** The form of a line. */
export const logOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};

const hiding = {
  redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: "hidden" },
};
