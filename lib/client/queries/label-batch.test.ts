import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { refuse } from "@/lib/http/handle";
import { batchedLabels, cancelLabelRequests } from "./label-batch";

const bodies: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    bodies.push(body);
    const error = new AppError("validation", "There is no such resource.");
    const reply = body.includes("no-such")
      ? refuse({ method: "POST", headers: {} }, error)
      : { status: 200, headers: {}, body: JSON.stringify({ data: { label: { a: {} } } }) };
    response.writeHead(reply.status, reply.headers).end(reply.body);
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

test("a denied request of a batch does not fail the others", async () => {
  const asks = [{ label: ["a"] }, { "no-such": ["b"] }, { label: ["a"] }];
  const [first, refused, last] = await Promise.allSettled(asks.map(batchedLabels));
  expect(first).toMatchObject({ status: "fulfilled", value: { label: { a: {} } } });
  expect(last).toMatchObject({ status: "fulfilled", value: { label: { a: {} } } });
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "validation" } });
  expect(bodies).toHaveLength(4);
});

test("requests are aborted at sign-out, and later ones succeed", async () => {
  const first = batchedLabels({ label: ["a"] });
  await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(4));
  const later = batchedLabels({ label: ["b"] });
  cancelLabelRequests();
  const outcomes = await Promise.allSettled([first, later]);
  expect(outcomes.map(({ status }) => status)).toContain("rejected");
  expect(outcomes[1]).toMatchObject({ reason: { name: "AbortError" } });
  await expect(batchedLabels({ label: ["a"] })).resolves.toEqual({ label: { a: {} } });
});
