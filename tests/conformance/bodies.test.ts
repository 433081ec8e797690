import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/store/port/new-id";
import { askRaw, askServer } from "@/tests/server/ask-server";
import { adminKey, bundleServer, type Served, startServer } from "@/tests/server/server-process";

let served: Served;
const projectId = newId();
beforeAll(async () => {
  served = await startServer(await bundleServer(), { MAX_BODY_BYTES: undefined });
  const data = { _id: projectId, name: "Large bodies" };
  await askServer(served.port, "POST", "/api/project", { body: { data } });
});
afterAll(async () => {
  expect(await served.stop()).toMatchObject({ code: 0, stderr: "" });
});

const wrong = `toc_${"x".repeat(40)}`;

/** An object of 400,000 keys. */
const bomb = `{${Array.from({ length: 400_000 }, (_, at) => `"k${at}":1`).join()}}`;

/** Returns the head of a request with this Content-Length. */
function head(path: string, length: number, more = ""): string {
  return `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
}

/** Returns the head of a chunked request, without Content-Length. */
function chunked(path: string, key: string | null): string {
  const credentials = key === null ? "" : `ApiKey: ${key}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${credentials}Transfer-Encoding: chunked\r\n\r\n`;
}

/** Returns the resident memory of the server's process in bytes, from `/proc`. */
async function residentBytes(): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(`/proc/${served.process.pid}/statm`, "utf8");
  return Number(text.split(" ")[1]) * 4_096;
}

describe("a body of an unknown caller", () => {
  it.each(["/api/label", "/api/file?projectId=x", "/api/nothing", "/api/auth/change-password"])(
    "above 64 KB is 401 at %s, whether its length is said or not",
    async (path) => {
      const body = Buffer.alloc(2_000_000, 0x20);
      for (const key of [null, wrong]) {
        const said = await askServer(served.port, "POST", path, { key, body });
        const chunk = `${(100_000).toString(16)}\r\n${" ".repeat(100_000)}\r\n`;
        const sent = `${chunked(path, key)}${chunk.repeat(20)}0\r\n\r\n`;
        expect(said.status).toBe(401);
        expect(await askRaw(served.port, sent)).toMatch(/^HTTP\/1.1 401 /);
      }
    },
  );

  it("is not buffered: 300 connections with 2 MB each take no more memory than a few", async () => {
    const body = Buffer.alloc(2_000_000, 0x20);
    const before = await residentBytes();
    let most = 0;
    const watching = setInterval(async () => {
      most = Math.max(most, await residentBytes());
    }, 20);
    const sendAll = () =>
      Promise.all(
        Array.from({ length: 300 }, () =>
          askServer(served.port, "POST", "/api/label", { key: wrong, body }),
        ),
      );
    const statuses = (await sendAll()).map(({ status }) => status);
    clearInterval(watching);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(most - before).toBeLessThan(150_000_000);
  });

  it.each([
    "/api/auth/sign-in/email",
    "/api/auth/sign-out",
    "/api/auth/reset",
    "/api/auth/reset/look-up",
    "/api/invitation/look-up",
    "/api/invitation/accept",
  ])("may have 16 KB at %s, and one more is refused, as is a bomb of keys", async (path) => {
    const text = JSON.stringify({ a: "x".repeat(16_384 - 8) });
    const most = await askServer(served.port, "POST", path, { key: null, body: text });
    expect(text.length).toBe(16_384);
    expect(most.status).not.toBe(413);
    const longer = Buffer.alloc(16_385, 0x20);
    const reply = await askServer(served.port, "POST", path, { key: null, body: longer });
    expect(reply.status).toBe(413);
    const refused = await askServer(served.port, "POST", path, { key: null, body: bomb });
    expect(refused.status).toBe(413);
  });

  it("leaves the memory of known callers free: they go on while 16 MB of others wait", async () => {
    const sockets: Socket[] = [];
    for (let count = 0; count < 300; count += 1) {
      const socket = connect(served.port, "127.0.0.1", () => {
        socket.write(head("/api/label", 65_536));
        socket.write(Buffer.alloc(65_000, 0x20));
      });
      sockets.push(socket.on("error", () => undefined));
    }
    await pause(1_000);
    const body = { data: { projectId, name: "While others wait", color: "#123456" } };
    const made = await askServer(served.port, "POST", "/api/label", { body });
    expect(made.status, made.text).toBe(200);
    const open = { email: "a@example.com", password: "x" };
    const path = "/api/auth/sign-in/email";
    const refused = await askServer(served.port, "POST", path, { key: null, body: open });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
    for (const socket of sockets) socket.destroy();
    await pause(500);
    const after = await askServer(served.port, "POST", path, { key: null, body: open });
    expect(after.status).toBe(401);
  });
});

describe("a body of a known caller", () => {
  it("may have 8 MB; more is 413, as is a file of more than 10 MB", async () => {
    const spaces = (size: number) => Buffer.from(`{}${" ".repeat(size - 2)}`);
    const ask = (size: number) =>
      askServer(served.port, "POST", "/api/label/count", { body: spaces(size) });
    expect((await ask(8_000_000)).status).toBe(200);
    expect((await ask(8_000_001)).status).toBe(413);
    const upload = (size: number) =>
      askServer(served.port, "POST", `/api/file?projectId=${projectId}`, {
        body: Buffer.alloc(size),
        headers: { "X-File-Name": "a.bin", "Content-Type": "application/octet-stream" },
      });
    expect((await upload(10_000_000)).status).toBe(200);
    expect((await upload(10_000_001)).status).toBe(413);
  });

  it("is refused with 503 while 32 MB of the same caller are in progress, and accepted afterwards", async () => {
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect(served.port, "127.0.0.1", () => {
        socket.write(head("/api/label", 8_000_000, `ApiKey: ${adminKey}\r\n`));
        socket.write(Buffer.alloc(7_900_000, 0x20));
      });
      return socket.on("error", () => undefined).resume();
    });
    await pause(1_500);
    const body = Buffer.from(`{}${" ".repeat(1_000_000)}`);
    const full = await askServer(served.port, "POST", "/api/label/count", { body });
    expect([full.status, full.headers["retry-after"]]).toEqual([503, "1"]);
    for (const socket of sockets) socket.destroy();
    await pause(500);
    expect((await askServer(served.port, "POST", "/api/label/count", { body })).status).toBe(200);
  });
});
