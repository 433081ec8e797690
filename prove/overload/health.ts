import { request } from "node:http";
import { pause } from "@/prove/harness/figures";

/** Requests a path repeatedly over new connections, as monitoring does, until stopped. */
export function watch(port: number, path: string, everyMs: number) {
  const times: number[] = [];
  let failed = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const started = performance.now();
      const status = await statusOf(port, path);
      if (status === 200) times.push(performance.now() - started);
      else failed += 1;
      await pause(everyMs);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return { times, failed };
  };
}

/** Returns the status, or undefined without a response within 5 s. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = request(
      { host: "127.0.0.1", port, path, agent: false, timeout: 5_000 },
      (reply) => {
        reply.resume().on("end", () => resolve(reply.statusCode));
      },
    );
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(undefined)).end();
  });
}
