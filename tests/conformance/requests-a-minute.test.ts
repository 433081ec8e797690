import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ask, askServer } from "@/tests/server/ask-server";
import { bundleServer, type Served, startServer } from "@/tests/server/server-process";

let served: Served;
beforeAll(async () => {
  const settings = { RATE_LIMIT: undefined, TRUSTED_PROXIES: "1", QUEUE_TIMEOUT_MS: undefined };
  served = await startServer(await bundleServer(), settings);
});
afterAll(async () => {
  expect(await served.stop()).toMatchObject({ code: 0, stderr: "" });
});

/** Sends through a trusted proxy that states the client's address. */
function from(address: string, path: string, ask: Ask = {}, method = "GET") {
  const headers = { "X-Forwarded-For": address, ...ask.headers };
  return askServer(served.port, method, path, { ...ask, headers });
}

const wrongKey = (count: number) => `toc_wrong-${count}-${"x".repeat(30)}`;

describe("requests without valid credentials", () => {
  it("are 401 up to 600 a minute from an address, then 429; a valid key goes on there", async () => {
    const started = performance.now();
    const statuses = new Map<number, number>();
    for (let count = 0; count < 3_000; count += 50) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          from("192.0.2.1", "/api/label/count", { key: wrongKey(count + at) }),
        ),
      );
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(statuses.get(401)).toBeGreaterThanOrEqual(600);
    const seconds = (performance.now() - started) / 1_000;
    expect(statuses.get(401)).toBeLessThan(620 + 10 * seconds);
    // The limit refills ten a second, so some of 60 at once are refused.
    const refusedOf = async (path: string, method = "GET") => {
      const ask = () => from("192.0.2.1", path, { key: null }, method);
      const replies = await Promise.all(Array.from({ length: 60 }, ask));
      return replies.find(({ status }) => status === 429);
    };
    const refused = await refusedOf("/api/label/count");
    expect(refused?.body).toMatchObject({ code: "too_many_requests", notBegun: true });
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    const valid = await from("192.0.2.1", "/api/label/count");
    expect([valid.status, valid.headers["ratelimit-limit"]]).toEqual([200, "60000"]);
    const elsewhere = await from("192.0.2.2", "/api/label/count", { key: null });
    expect([elsewhere.status, elsewhere.headers["ratelimit-limit"]]).toEqual([401, "600"]);
    for (const path of ["/api/openapi.json", "/api/auth/get-session"]) {
      // Without bodies: more than a megabyte each takes longer than the refill.
      expect(await refusedOf(path, "HEAD"), path).toBeDefined();
    }
    expect((await from("192.0.2.1", "/healthz", { key: null })).status).toBe(200);
  });
});
