import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaticFiles } from "./static-files";

const script = "export const word = 'tocsin';";
let folder: string;
let server: Server;
let base: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocsin-static-"));
  mkdirSync(join(folder, "static/chunks"), { recursive: true });
  writeFileSync(join(folder, "secret.js"), "not to be served");
  writeFileSync(join(folder, "static/chunks/a.js"), script);
  writeFileSync(join(folder, "static/chunks/a.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "static/chunks/b.css"), "a{}");
  const answer = createStaticFiles(join(folder, "static"));
  server = createServer(async (request, response) => {
    if (!(await answer(request, response))) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_next/static`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test("a script is answered compressed, kept for ever and never sniffed", async () => {
  const reply = await fetch(`${base}/chunks/a.js`, { headers: { "Accept-Encoding": "br" } });
  expect(await reply.text()).toBe(script);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
});

test("a client without codings, and a file without compressed copies, get the file as it is", async () => {
  const plain = await fetch(`${base}/chunks/a.js`, { headers: { "Accept-Encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(script);
  const style = await fetch(`${base}/chunks/b.css`);
  expect(style.headers.get("content-encoding")).toBeNull();
  expect(await style.text()).toBe("a{}");
});

test.each([
  "/chunks/none.js",
  "/chunks/a.js.br",
  "/..%2fsecret.js",
  "/chunks/..%2f..%2fsecret.js",
  "/",
])("%s is not answered", async (path) => {
  expect((await fetch(base + path)).status).toBe(404);
});

test("a file that the next build took away is not found, and nothing breaks", async () => {
  rmSync(join(folder, "static/chunks/b.css"));
  expect((await fetch(`${base}/chunks/b.css`)).status).toBe(404);
});
