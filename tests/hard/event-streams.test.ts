import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EventReader, type ReceivedEvent } from "@/tests/event-reader";
import {
  adminKey,
  bundleServer,
  type Served,
  scratchFolder,
  startServer,
} from "@/tests/server/server-process";

const folder = scratchFolder();
let server: string;
beforeAll(async () => {
  server = await bundleServer();
});
afterAll(() => folder.remove());

const start = (name: string) =>
  startServer(server, {
    DATABASE_URL: `file:${folder.path(name)}.db`,
    ADMIN_API_KEY: adminKey,
    LOG_LEVEL: "error",
    PORT: "0",
  });

/** Sends a request of the API with the key of the deployment. */
function send({ port }: Served, path: string, data?: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/${path}`, {
    headers: { ApiKey: adminKey, "Content-Type": "application/json" },
    ...(data && { method: "POST", body: JSON.stringify({ data }) }),
  });
}

async function idOf(reply: Response): Promise<string> {
  expect(reply.status).toBe(200);
  return String((await reply.json())["_id"]);
}

/** Opens a stream of labels as a client does; `after` is the id of an event. */
async function openStream(served: Served, after?: string) {
  const ending = new AbortController();
  const query = `resources=label${after === undefined ? "" : `&after=${after}`}`;
  const reply = await fetch(`http://127.0.0.1:${served.port}/api/events?${query}`, {
    headers: { ApiKey: adminKey },
    signal: ending.signal,
  });
  if (reply.status !== 200 || !reply.body) return { status: reply.status };
  const stream = reply.body.pipeThrough(new TextDecoderStream());
  const reader = new EventReader({ status: 200, headers: {}, body: "", stream });
  return { status: 200, reader, close: () => ending.abort() };
}

const label = (name: string, projectId: string) => ({ name, color: "#112233", projectId });

describe("a stream of events", () => {
  it("misses nothing and repeats nothing when the server is killed again and again", {
    timeout: 120_000,
  }, async () => {
    let served = await start("killed");
    const projectId = await idOf(await send(served, "project", { name: "Killed" }));
    const made: string[] = [];
    const seen: ReceivedEvent[] = [];
    let last = (await (await openStream(served)).reader?.next())?.id;
    for (let round = 0; round < 5; round += 1) {
      const { reader } = await openStream(served, last);
      expect((await reader?.next())?.name).toBe("open");
      const reading = (async () => {
        for (;;) {
          const event = await reader?.next();
          if (!event) return;
          seen.push(event);
          last = event.id;
        }
      })().catch(() => undefined);
      for (let n = 0; n < 20; n += 1) {
        made.push(await idOf(await send(served, "label", label(`${round} ${n}`, projectId))));
      }
      await served.stop("SIGKILL");
      await reading;
      served = await start("killed");
    }
    const { reader, close } = await openStream(served, last);
    await reader?.next();
    while (seen.length < made.length) {
      const event = await reader?.next();
      if (event) seen.push(event);
    }
    close?.();
    expect(seen.map(({ data }) => data.recordId)).toEqual(made);
    await served.stop();
  });

  it("makes room at once for a client that reconnects", async () => {
    const served = await start("rooms");
    for (let n = 0; n < 60; n += 1) {
      const { status, close } = await openStream(served);
      expect(status).toBe(200);
      close?.();
      // The server learns of the end in a later turn.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await served.stop();
  });

  it("ends when the server stops, and does not hold it up", async () => {
    const served = await start("stopped");
    const { reader } = await openStream(served);
    expect((await reader?.next())?.name).toBe("open");
    const began = performance.now();
    const stopped = served.stop();
    expect(await reader?.next()).toBeUndefined();
    expect((await stopped).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});
