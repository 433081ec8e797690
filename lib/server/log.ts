import pino, { type Logger } from "pino";
import type { RequestLogEntry } from "@/lib/http/request-log";

/** The process's log: one JSON object a line on standard output. Holds no body, query string or secret. */
export interface Log {
  /** One line a request: an error for 5xx, else information. */
  request(entry: RequestLogEntry): void;
  /** What went wrong outside any answer, with its stack. */
  trouble(what: string, error: unknown): void;
  info(what: string): void;
  /** Writes out what is still held back. */
  flush(): void;
}

/**
 * A log of lines at `level` and above, written without holding up requests. A reader that went away (a closed
 * pipe) is no reason to stop.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false });
  destination.on("error", ignoreClosedPipe);
  const logger = pino({ ...options, level }, destination);
  return {
    request: (entry) => writeRequest(logger, entry),
    trouble: (what, error) => logger.error({ err: error }, what),
    info: (what) => logger.info(what),
    flush: () => destination.flushSync(),
  };
}

const secrets = ["apikey", "authorization", "cookie", "key", "password", "secret", "token"];

const options = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: "hidden" },
};

function writeRequest(logger: Logger, { error, ...entry }: RequestLogEntry): void {
  const line = { ...entry, durationMs: Math.round(entry.durationMs * 100) / 100 };
  if (entry.status >= 500) logger.error({ ...line, err: error }, "request");
  else logger.info(line, "request");
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
