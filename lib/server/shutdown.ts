import type { Server } from "node:http";

/** The longest time that requests in flight may take to finish, in milliseconds. */
const longestWait = 8_000;

/**
 * Ends the process well on SIGTERM and SIGINT: the server stops accepting, requests in flight finish, then `close`
 * runs and the code is 0. A second signal ends it at once.
 */
export function endOnSignals(server: Server, close: () => Promise<void>): void {
  let isEnding = false;
  const begin = () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    end(server, close).catch(() => process.exit(1));
  };
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
}

async function end(server: Server, close: () => Promise<void>): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), longestWait);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(deadline);
  await close();
  process.exit(0);
}
