import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { refuse } from "@/lib/http/handle";
import { serverOverloaded } from "@/lib/server/admission/overload-errors";
import { call } from "./api";
import { isProblem } from "./problem";
import { sendWithRetry } from "./retry-rejected";

/** Error responses of the server. Requests after them succeed. */
let refusals: AppError[] = [];
const bodies: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    bodies.push(body);
    const error = refusals.shift();
    const reply = error && refuse({ method: "POST", headers: {} }, error);
    response.writeHead(reply?.status ?? 200, reply?.headers).end(reply?.body ?? '{"_id":"1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = fetch;
  // A page sends relative URLs to its origin; this process has no origin.
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => send(`${origin}${path}`, init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  refusals = [];
  bodies.length = 0;
});

const create = () => call("POST", "/api/label", { body: { data: { name: "x" } } });

test("a write rejected before it began is sent once more after Retry-After", async () => {
  refusals = [serverOverloaded];
  const started = performance.now();
  expect((await create()).data).toEqual({ _id: "1" });
  expect(performance.now() - started).toBeGreaterThan(950);
  expect(bodies).toEqual(['{"data":{"name":"x"}}', '{"data":{"name":"x"}}']);
});

test("a write rejected twice fails and is not sent a third time", async () => {
  refusals = [serverOverloaded, serverOverloaded];
  const error = await create().catch((problem: unknown) => problem);
  expect(isProblem(error, "unavailable")).toBe(true);
  expect(bodies).toHaveLength(2);
});

test("a write that may have begun is never sent again", async () => {
  refusals = [new AppError("unavailable", "The disk of the database is full.")];
  await expect(create()).rejects.toMatchObject({ status: 503 });
  expect(bodies).toHaveLength(1);
});

test("an error response without a problem document fails with its status", async () => {
  for (const body of ["null", '"busy"', "[]", "<html>"]) {
    const reply = new Response(body, { status: 503, headers: { "Retry-After": "1" } });
    const answered = await sendWithRetry(async () => reply, undefined);
    expect(answered.status, body).toBe(503);
  }
});

test("a write is not sent again if the server requests a long delay", async () => {
  refusals = [
    new AppError("too_many_requests", "Wait.", { retryAfterSeconds: 30, notBegun: true }),
  ];
  await expect(create()).rejects.toMatchObject({ status: 429, retryAfterMs: 30_000 });
  expect(bodies).toHaveLength(1);
});
