import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createPages, isTrusted } from "./create-pages";

/** A program that answers each page with its first line, but ends at the page `/end`. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    const head = "HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\n";
    parentPort.on("message", ({ connection }) => {
      connection.once("message", (bytes) => {
        const [line] = Buffer.from(bytes).toString().split("\\r\\n");
        if (line.includes("/end")) process.exit();
        connection.postMessage(Buffer.from(head + line));
        connection.postMessage(null);
      });
    });
    parentPort.postMessage("ready");
  `)}`,
);

test("a thread that ends loses its page only: the next request starts another", async () => {
  const log = { trouble: () => undefined };
  const { handle } = createPages({ program, publicUrl: undefined, log });
  const server = createServer((request, response) => {
    const noReads = () => Promise.reject(new Error("no reads"));
    handle(request, response, noReads).catch(({ code }) => response.writeHead(503).end(code));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string) => (await fetch(origin + path)).text();
  expect(await ask("/docs")).toBe("GET /docs HTTP/1.1");
  for (let time = 1; time <= 2; time += 1) {
    expect(await ask("/end")).toBe("unavailable");
    // A request that comes before the end is known is lost with the thread.
    await expect.poll(() => ask("/docs")).toBe("GET /docs HTTP/1.1");
  }
  server.closeAllConnections();
  server.close();
});

test.each([
  [true, { host: "localhost:3000" }, undefined],
  [true, { host: "127.0.0.1:3000" }, undefined],
  [true, { host: "[::1]:3000" }, undefined],
  [true, { host: "tocsin.localhost" }, undefined],
  [true, { host: "tocsin" }, "https://tocsin.example"],
  [true, { host: "tocsin.example", "sec-fetch-site": "none" }, undefined],
  [false, { host: "192.168.1.5:3000" }, undefined],
  [false, { host: "tocsin.example" }, undefined],
  [false, { host: "tocsin.example" }, "http://tocsin.example"],
  [false, { host: "localhost.example" }, undefined],
  [false, { host: "not a host" }, undefined],
])("%s: %j, PUBLIC_URL %s", (expected, headers, publicUrl) => {
  expect(isTrusted({ headers }, publicUrl)).toBe(expected);
});
