import pino from "pino";

/** Standard output as the destination of a log. */
export type LogDestination = ReturnType<typeof pino.destination>;

/** Characters that are gathered before they are written. */
const pieceLength = 8_192;
/** Bytes that wait to be written, at most. Lines beyond them are lost. */
const mostWaiting = 1_000_000;
/** Time after which fewer characters are written, in milliseconds. */
const longestWaitMs = 200;

/**
 * Returns standard output as a destination that delays no caller: pieces of some kilobytes are
 * written by another thread, the rest every 200 ms. If it cannot be written (a full disk, a closed
 * pipe), the process continues, and up to one megabyte waits.
 */
export function logDestination(): LogDestination {
  const times = { minLength: pieceLength, periodicFlush: longestWaitMs, maxLength: mostWaiting };
  const destination = pino.destination({ dest: 1, sync: false, ...times });
  gatherLines(destination);
  goOnUnwritten(destination);
  return destination;
}

/**
 * Joins lines before they reach the destination. For each line, its own `write` measures the whole
 * piece that it holds, which takes a quarter of the processor time of a small request.
 */
function gatherLines(destination: LogDestination): void {
  const write = destination.write.bind(destination);
  const flush = destination.flush.bind(destination);
  const flushSync = destination.flushSync.bind(destination);
  let lines = "";
  const passOn = () => {
    if (lines === "") return true;
    const piece = lines;
    lines = "";
    return write(piece);
  };
  destination.write = (line) => {
    lines += line;
    return lines.length < pieceLength || passOn();
  };
  destination.flush = (done) => {
    passOn();
    flush(done);
  };
  destination.flushSync = () => {
    passOn();
    flushSync();
  };
}

function goOnUnwritten(destination: LogDestination): void {
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
