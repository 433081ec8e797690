import { createHash } from "node:crypto";
import { get, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Application } from "@/lib/app";
import { readEnvironment } from "@/lib/env";
import { callerTags } from "@/lib/http/guard/caller-tags";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { answerWeb } from "@/lib/http/web-adapter";
import { createLog } from "@/lib/observability/log";
import { createDeploymentServer } from "./create-server";

const maxBodyBytes = 2_000;
const settings = readEnvironment({ MAX_BODY_BYTES: String(maxBodyBytes) });
let answer: (request: ApiRequest) => ApiResponse;
const handle = async (request: ApiRequest) =>
  answer({ ...request, ...(await request.more?.("a caller")) });
const logged: unknown[] = [];
const log: Application["log"] = {
  ...createLog("silent"),
  request: (entry) => logged.push(entry),
  trouble: (...what) => logged.push(what),
};
const application: Application = {
  handle,
  tags: callerTags({}),
  settings,
  log,
  warmUp: async () => undefined,
  beginStopping: () => undefined,
  isStopping: () => false,
  close: async () => undefined,
};
let server: Server;
let port: number;

beforeAll(async () => {
  server = createDeploymentServer({
    application,
    pages: async (_, response) => void response.end(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Reports a received upload: its number of bytes, their hash, and that there is no text. */
function receipt({ bytes, body }: ApiRequest): ApiResponse {
  const hash = createHash("sha1")
    .update(bytes ?? "")
    .digest("hex");
  return { status: 200, headers: {}, body: `${bytes?.length} ${hash} "${body}"` };
}

const content = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, place) => place % 251));
const told = `300000 ${createHash("sha1").update(content).digest("hex")} ""`;

function post(body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, method: "POST", path: "/api/file" };
    const asking = send(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(`${response.statusCode} ${text}`));
    });
    asking.on("error", reject).end(body);
  });
}

test("bytes of an upload pass whole, beyond the limit of other bodies but not their own", async () => {
  answer = receipt;
  expect(await post(content)).toBe(`200 ${told}`);
  expect(await post(Buffer.alloc(10_000_001))).toMatch(/^413 /);
  const target = "http://127.0.0.1/api/file";
  const web = (body: Buffer<ArrayBuffer>) =>
    answerWeb(new Request(target, { method: "POST", body }), application);
  expect(await (await web(content)).text()).toBe(told);
  expect((await web(Buffer.alloc(10_000_001))).status).toBe(413);
});

test("a stream is sent piece by piece by both adapters", async () => {
  answer = () => ({ status: 200, headers: { "X-Test": "1" }, body: "", stream: pieces() });
  const direct = await fetch(`http://127.0.0.1:${port}/api/label/export`);
  expect(await direct.text()).toBe("one, zwei ü, \u0003");
  const web = await answerWeb(new Request("http://x/api/label/export"), application);
  expect([web.headers.get("x-test"), await web.text()]).toEqual(["1", "one, zwei ü, \u0003"]);
});

async function* pieces() {
  yield "one, ";
  yield "zwei ü, ";
  yield Uint8Array.of(3);
}

test("a stream goes no further than its reader, and ends when the reader leaves", async () => {
  const walk = { made: 0, ended: false };
  answer = () => ({ status: 200, headers: {}, body: "", stream: endless(walk) });
  const asking = get(`http://127.0.0.1:${port}/api/label/export`, (response) => response.pause());
  await wait(300);
  const madeSoFar = walk.made;
  await wait(200);
  expect(walk.made).toBe(madeSoFar);
  asking.destroy();
  await wait(200);
  expect(walk.ended).toBe(true);
});

test("streams that wait behind another one of their connection end with it", async () => {
  const walk = { made: 0, ended: false };
  const closed = vi.fn();
  const streams = [silent(), endless(walk), silent()];
  answer = () => ({ ...whole, stream: streams.shift() ?? failing(), onClose: closed });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /api/events HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3));
  await vi.waitFor(() => expect(streams).toHaveLength(0));
  await wait(100);
  socket.destroy();
  await vi.waitFor(() => expect(walk.ended).toBe(true));
  await vi.waitFor(() => expect(closed.mock.calls.length).toBeGreaterThanOrEqual(3));
});

test("a stream that fails midway is cut off, and the log says why under the request's id", async () => {
  logged.length = 0;
  const headers = { "X-Request-Id": "mine-1" };
  answer = () => ({ status: 200, headers, body: "", stream: failing() });
  const reply = await fetch(`http://127.0.0.1:${port}/api/snapshot`);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  await vi.waitFor(() => expect(logged).toEqual([["an answer broke off midway", cause, "mine-1"]]));
});

const cause = new Error("the program ended with 1");
async function* failing() {
  yield "half a ";
  throw cause;
}

const whole = { status: 200, headers: {}, body: "" };

/** A stream without events. */
async function* silent() {
  yield ": begins\n\n";
  await new Promise(() => undefined);
}

async function* endless(walk: { made: number; ended: boolean }) {
  try {
    while (true) {
      walk.made += 1;
      yield "x".repeat(100_000);
    }
  } finally {
    walk.ended = true;
  }
}
