import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createHandler, type HandlerDeps } from "@/lib/http/handle";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import { createMetrics, type Metrics } from "@/lib/observability/metrics";
import { serveMetrics } from "@/lib/observability/metrics-listener";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import { chosenDatabase, newDatabase, runOn } from "@/tests/databases";
import { expectDocumented } from "@/tests/openapi-validator";
import { type TestEngine, testEngine } from "../engine";

let engine: TestEngine;
let metrics: Metrics;
let key: string;
beforeAll(async () => {
  engine = await testEngine();
  metrics = createMetrics(engine.store, "9.9.9");
  const data = { name: "K", permissions: ["Project Owner"] };
  key = String((await engine.create("api-key", data, engine.operator)).key);
});
afterAll(() => engine.store.close());

function handlerWith(deps: Partial<HandlerDeps>) {
  return createHandler({
    store: engine.store,
    policy: { references: "loose" },
    maxBodyBytes: 1_000_000,
    now: () => engine.clock.now(),
    ...deps,
  });
}

const token = "a-token-of-the-operator";
const local = "127.0.0.1";

async function scrape(
  source: HandlerDeps["metrics"],
  headers: Record<string, string> = {},
  address = local,
  method = "GET",
) {
  const request = { method, path: "/metrics", query: "", headers, body: "", address };
  const reply = await handlerWith(source ? { metrics: source } : {})(request);
  expectDocumented({ method, path: "/metrics", ...reply });
  return reply;
}

describe("access to /metrics", () => {
  it("is closed while it is off", async () => {
    expect((await scrape(undefined)).status).toBe(404);
    expect((await scrape(undefined, { authorization: `Bearer ${token}` })).status).toBe(404);
  });

  it.each([
    ["no token", {}],
    ["an empty one", { authorization: "Bearer " }],
    ["a wrong one", { authorization: "Bearer another-token" }],
    ["a longer one", { authorization: `Bearer ${token}x` }],
    ["another scheme", { authorization: `Basic ${token}` }],
    ["a key of the API", { apikey: "toc_0123456789" }],
  ] as const)("is refused with %s", async (_, headers) => {
    const reply = await scrape({ ...metrics, token }, headers);
    expect(reply.status).toBe(401);
    expect(reply.headers["WWW-Authenticate"]).toBe('Bearer realm="metrics"');
    expect(reply.body).not.toContain("tocsin_");
  });

  it("is granted with the token, from anywhere", async () => {
    const authorization = `Bearer ${token}`;
    const reply = await scrape({ ...metrics, token }, { authorization }, "203.0.113.9");
    expect(reply.status).toBe(200);
    expect(reply.headers["Content-Type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    const head = await scrape({ ...metrics, token }, { authorization }, local, "HEAD");
    expect([head.status, head.body]).toEqual([200, ""]);
  });

  it.each([
    ["this machine", local, {}],
    ["this machine by IPv6", "::1", {}],
    ["another machine", "192.0.2.7", {}],
    ["a proxy of this machine", local, { "x-forwarded-for": "127.0.0.1" }],
    ["a proxy that passes nothing on", local, { host: "127.0.0.1:3000" }],
  ] as const)("is closed without a token: %s", async (_, address, headers) => {
    const sent = { host: "127.0.0.1:3000", ...headers };
    expect((await scrape(metrics, sent, address)).status).toBe(404);
  });

  it("is open on its own port to this machine only", async () => {
    const server = await serveMetrics(metrics, 0);
    const { port, address } = server.address() as AddressInfo;
    expect(address).toBe("127.0.0.1");
    const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
      const sent = request({
        port,
        path,
        method,
        headers: { host: `localhost:${port}`, ...headers },
      });
      const [reply] = (await once(sent.end(), "response")) as [IncomingMessage];
      const text = (await reply.toArray()).join("");
      return { status: reply.statusCode, text };
    };
    const shown = await ask("/metrics");
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("tocsin_build_info");
    expect((await ask("/metrics", { host: `127.0.0.1:${port}` })).status).toBe(200);
    expect((await ask("/metrics", { host: "evil.example" })).status).toBe(403);
    expect((await ask("/")).status).toBe(404);
    expect((await ask("/metrics", {}, "POST")).status).toBe(405);
    server.close();
  });
});

describe("the content of /metrics", () => {
  it("counts requests by pattern and status, never by what clients send", async () => {
    const entries: RequestLogEntry[] = [];
    const handle = metrics.around(handlerWith({ log: (entry) => entries.push(entry) }));
    const ask = (method: string, path: string, apikey?: string) =>
      handle({ method, path, query: "", headers: apikey ? { apikey } : {}, body: "" });
    for (let round = 0; round < 300; round += 1) {
      const id = `01234567-0000-7000-8000-${String(round).padStart(12, "0")}`;
      await ask("GET", `/api/incident/${id}/get-item`, key);
      await ask("GET", `/api/nothing-${round}/get-list`, key);
    }
    await ask("GET", "/api/incident/get-list");
    await ask("GET", "/api/incident/get-list", key);
    for (const entry of entries) metrics.request(entry);
    for (let page = 0; page < 50; page += 1) {
      for (const route of [
        `/p/project-${page}/incident`,
        `/page-${page}`,
        `/_next/static/${page}.js`,
      ]) {
        metrics.request({ requestId: "r", method: "GET", route, status: 200, durationMs: 1 });
      }
    }
    const text = await metrics.text();
    expect(text).toContain(
      'tocsin_http_requests_total{method="GET",route="/api/{r}/:id/get-item",status="404"} 300',
    );
    expect(text).toContain(
      'tocsin_http_requests_total{method="GET",route="/api/{r}/get-list",status="401"} 1',
    );
    expect(text).toContain('route="/p/:project/:resource",status="200"} 50');
    expect(text).toContain('tocsin_refused_total{reason="credentials"} 1');
    expect(text).not.toMatch(/01234567-|project-\d|nothing-\d|page-\d/);
    const series = text
      .split("\n")
      .filter((line) => line.startsWith("tocsin_http_requests_total{"));
    expect(series.length).toBeLessThan(12);
  });

  it("includes the database, the process and the running version", async () => {
    const text = await metrics.text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    expect(value("tocsin_database_up")).toBe(1);
    expect(value("tocsin_database_bytes")).toBeGreaterThan(100_000);
    // Without any backup, only a database in a file reports this metric.
    const isFile = chosenDatabase() === "file";
    expect(text.includes("\ntocsin_last_backup_timestamp_seconds ")).toBe(isFile);
    expect(value("tocsin_database_writes_total")).toBeGreaterThan(1);
    expect(value("tocsin_database_commits_total")).toBeGreaterThan(1);
    expect(value("tocsin_change_log_sequence")).toBeGreaterThan(5);
    expect(value("tocsin_write_queue_length")).toBe(0);
    expect(value("tocsin_http_requests_in_progress")).toBe(0);
    expect(value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
    expect(text).toContain('tocsin_build_info{version="9.9.9"');
    await engine.create("label", { name: "L", color: "#123456" });
    const later = await metrics.text();
    const sequence = Number(/^tocsin_change_log_sequence (\d+)$/m.exec(later)?.[1]);
    expect(sequence).toBe(value("tocsin_change_log_sequence") + 1);
  });

  it("shows waiting requests once it watches the queue", async () => {
    const own = createMetrics(engine.store, "9.9.9");
    expect(await own.text()).not.toContain("tocsin_http_queue_length");
    own.watchQueue({ waiting: () => ({ requests: 3, longestMs: 1500 }) });
    const text = await own.text();
    expect(text).toMatch(/^tocsin_http_queue_length 3$/m);
    expect(text).toMatch(/^tocsin_http_queue_oldest_seconds 1\.5$/m);
  });

  it("includes the connections to a server, and the replication lag", async () => {
    const isShared = chosenDatabase() === "postgres";
    const text = await metrics.text();
    expect(text.includes("tocsin_database_connections{")).toBe(isShared);
    expect(text).not.toContain("tocsin_change_log_lag");
    if (!isShared) return;
    expect(text).toMatch(/^tocsin_database_connections\{pool="look_ups",state="idle"\} [12]$/m);
    expect(text).toMatch(/^tocsin_database_pool_waiting\{pool="writes"\} 0$/m);
    const [leader, follower] = [await newDatabase("postgres"), await newDatabase("postgres")];
    const store = await openStore({
      ...{ url: leader.url, readUrl: follower.url, poolSize: 2 },
      resources: resources.values(),
    });
    const both = createMetrics(store, "9.9.9");
    const entry = { _id: newId(), at: engine.clock.iso(), resource: "label", operation: "create" };
    await store.write((writer) => writer.appendChange(entry));
    // On a busy machine the first connection takes longer than the timeout of a scrape.
    const lagging = await vi.waitFor(
      async () => {
        const now = await both.text();
        expect(now).toMatch(/^tocsin_change_log_lag_entries /m);
        return now;
      },
      { timeout: 60_000 },
    );
    expect(lagging).toMatch(/^tocsin_database_standby_up 1$/m);
    expect(lagging).toMatch(/^tocsin_change_log_lag_entries 1$/m);
    expect(Number(/^tocsin_change_log_lag_seconds (\S+)$/m.exec(lagging)?.[1])).toBeGreaterThan(0);
    // Without the leader the replication lag is unknown.
    const name = new URL(leader.url.replace("@/", "@host/")).pathname.slice(1);
    await runOn("postgres", `alter database ${name} set default_transaction_read_only = on`);
    await runOn(
      "postgres",
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
    const alone = await both.text();
    expect(alone).toMatch(/^tocsin_database_standby_up 1$/m);
    expect(alone).not.toMatch(/^tocsin_change_log_lag_/m);
    await runOn("postgres", `alter database ${name} reset default_transaction_read_only`);
    const back = () => both.text().then((now) => expect(now).toMatch(/^tocsin_change_log_lag_/m));
    await vi.waitFor(back, { timeout: 60_000 });
    await store.close();
    for (const one of [leader, follower]) await one.drop();
  });

  it("waits at most a second for a replica that does not respond", async (context) => {
    context.skip(chosenDatabase() !== "postgres", "only a server has others that stand by");
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const place = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const leader = await newDatabase("postgres");
    const store = await openStore({
      ...{ url: leader.url, readUrl: `postgres://tocsin@${place},${place}/nowhere`, poolSize: 2 },
      resources: resources.values(),
    });
    const both = createMetrics(store, "9.9.9");
    const begun = performance.now();
    const text = await both.text();
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(text).toMatch(/^tocsin_database_up 1$/m);
    expect(text).toMatch(/^tocsin_database_standby_up 0$/m);
    expect(text).not.toMatch(/^tocsin_change_log_lag_/m);
    silent.close();
    await store.close();
    await leader.drop();
  });

  it("shows requests in progress and how old the oldest is", async () => {
    let finish: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = metrics.around(async () => {
      await waiting;
      return { status: 200, headers: {}, body: "" };
    });
    const request = { method: "GET", path: "/", query: "", headers: {}, body: "" };
    const both = [slow(request), slow(request)];
    await new Promise((resolve) => setTimeout(resolve, 30));
    const text = await metrics.text();
    expect(text).toMatch(/^tocsin_http_requests_in_progress 2$/m);
    expect(Number(/^tocsin_http_oldest_request_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(
      0.02,
    );
    finish?.();
    await Promise.all(both);
  });
});
