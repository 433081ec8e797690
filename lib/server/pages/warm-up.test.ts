import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import type { Answer } from "./answer-reads";
import { askFor, warmUp } from "./warm-up";

function applicationWith(lines: string[], makeDocument = async () => 0, isStopping = () => false) {
  const write = (line: string) => void lines.push(line);
  const handle: Answer = async () => ({ status: 200, headers: {}, body: "" });
  return { handle, log: { warn: write, info: write } as never, warmUp: makeDocument, isStopping };
}

it("a warm-up asks for the usual first pages and makes the document", async () => {
  const done: string[] = [];
  const makeDocument = async () => done.push("document");
  await warmUp(
    applicationWith(done, makeDocument),
    async ({ method, url = "", headers }, response) => {
      const id = /(?<=\/incident\/)[-\w]{36}$/;
      done.push(`${method} ${url.replace(id, "<id>")} ${headers.host}`);
      response.end("x".repeat(1_000_000));
    },
  );
  const records = ["/p/acme", "/p/acme/incident", "/p/acme/incident/<id>"];
  expect(done).toEqual([
    ...["/sign-in", "/p/-/incident", "/p/-/incident/-"].map((path) => `GET ${path} localhost`),
    "document",
    ...[...records, ...records, ...records].map((path) => `GET ${path} localhost`),
    "the console is ready",
  ]);
});

it("the pages read records of a sample project as its signed-in owner", async () => {
  const read: { url: string | undefined; list: Record<string, unknown>; record: unknown }[] = [];
  const warnings: string[] = [];
  await warmUp(applicationWith(warnings), async (request, response, answer) => {
    if (request.url?.startsWith("/p/acme")) read.push(await readsOf(request, answer));
    response.end();
  });
  expect(warnings).toEqual(["the console is ready"]);
  expect(read).toHaveLength(9);
  for (const { list } of read) expect(list["count"]).toBeGreaterThanOrEqual(15);
  const record = read.find(({ url }) => url?.includes("/incident/"));
  expect(record).toMatchObject({ record: { title: expect.any(String) } });
});

async function readsOf({ url, headers: { host, cookie } }: IncomingMessage, answer: Answer) {
  const headers = { host, cookie, origin: `http://${host}`, "content-type": "application/json" };
  const send = async (path: string, body: unknown) => {
    const sent = { method: "POST", path, query: "", headers, body: JSON.stringify(body) };
    return JSON.parse((await answer(sent)).body) as Record<string, unknown>;
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
  await warmUp(applicationWith(warnings), async () => {
    throw new Error("no build");
  });
  expect(warnings).toEqual(["The console could not be made ready: Error: no build"]);
});

it("a process that is told to stop renders no more pages", async () => {
  const lines: string[] = [];
  let pages = 0;
  const isStopping = () => pages >= 5;
  await warmUp(applicationWith(lines, undefined, isStopping), async (_, response) => {
    pages += 1;
    response.end();
  });
  expect({ pages, lines }).toEqual({ pages: 5, lines: [] });
});

it("a page that is cut off ends its request, and one that never ends is given up", async () => {
  await askFor("/cut", {}, async (_, response) => {
    response.write("a part");
    response.destroy(new Error("The rest cannot be rendered."));
  });
  const endless = askFor("/endless", {}, async (_, response) => void response.write("a part"), 50);
  await expect(endless).rejects.toThrow("/endless took too long.");
});
