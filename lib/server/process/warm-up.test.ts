import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { documentReads } from "@/lib/document-reads";
import { warmUp } from "./warm-up";

const log = (lines: string[]) => {
  const write = (what: string) => void lines.push(what);
  return { warn: write, info: write } as never;
};

it("a warm-up asks for the usual first pages and makes the document", async () => {
  const done: string[] = [];
  const application = { log: log(done), warmUp: async () => done.push("document") };
  await warmUp(application, async ({ method, url = "", headers }, response) => {
    const id = /(?<=\/incident\/)[-\w]{36}$/;
    done.push(`${method} ${url.replace(id, "<id>")} ${headers.host}`);
    response.end("x".repeat(1_000_000));
  });
  const records = ["/p/acme", "/p/acme/incident", "/p/acme/incident/<id>"];
  expect(done).toEqual([
    "GET /sign-in localhost",
    "document",
    ...[...records, ...records, ...records].map((path) => `GET ${path} localhost`),
    "the console is ready",
  ]);
});

it("the pages read records of a sample project as its signed-in owner", async () => {
  const read: { url: string | undefined; list: Record<string, unknown>; record: unknown }[] = [];
  const warnings: string[] = [];
  await warmUp({ log: log(warnings), warmUp: async () => undefined }, async (request, response) => {
    if (request.url?.startsWith("/p/")) read.push(await readsOf(request));
    response.end();
  });
  expect(warnings).toEqual(["the console is ready"]);
  expect(read).toHaveLength(9);
  for (const { list } of read) expect(list["count"]).toBeGreaterThanOrEqual(15);
  const record = read.find(({ url }) => url?.includes("/incident/"));
  expect(record).toMatchObject({ record: { title: expect.any(String) } });
});

async function readsOf({ url }: IncomingMessage) {
  const send = async (path: string, body: unknown) => {
    const reply = await documentReads()?.send("POST", path, body);
    return (await reply?.json()) as Record<string, unknown>;
  };
  const id = /\/incident\/(.+)$/.exec(url ?? "")?.[1];
  return {
    url,
    list: await send("/api/incident/get-list", { select: { title: true } }),
    record: id && (await send(`/api/incident/${id}/get-item`, { select: { title: true } })),
  };
}

it("a console that cannot be loaded is a warning, and nothing is thrown", async () => {
  const warnings: string[] = [];
  await warmUp({ log: log(warnings), warmUp: async () => undefined }, async () => {
    throw new Error("no build");
  });
  expect(warnings).toEqual(["The console could not be made ready: Error: no build"]);
});
