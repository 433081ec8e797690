import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startPageThread } from "./page-thread";

/** A program that runs `code` for each connection. */
function programOf(code: string): URL {
  const program = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ connection, reads }) => { ${code} });
    parentPort.postMessage("ready");`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
}

function troublesOf() {
  const troubles: string[] = [];
  const tell = (what: string, error: unknown) => {
    troubles.push(`${what}: ${(error as Error).message}`);
  };
  return { troubles, tell };
}

test("a connection reaches the thread", async () => {
  const program = programOf(`
    connection.postMessage(Buffer.from("hello"));
    connection.postMessage(null);`);
  const thread = await startPageThread(program, troublesOf().tell);
  const connection = thread.connect(undefined);
  connection.end();
  expect(await text(connection)).toBe("hello");
});

test("a program that fails at once is told, and the start rejects", async () => {
  const { troubles, tell } = troublesOf();
  const program = new URL("data:text/javascript,throw new Error('no build')");
  await expect(startPageThread(program, tell)).rejects.toMatchObject({ code: "unavailable" });
  const missing = new URL("missing.js", import.meta.url);
  await expect(startPageThread(missing, tell)).rejects.toMatchObject({ code: "unavailable" });
  expect(troubles).toEqual([
    "the thread of the pages failed: no build",
    expect.stringMatching(/the thread of the pages failed: Cannot find module/),
  ]);
});

test("connections of a thread that ends are closed, those after it too", async () => {
  const { tell } = troublesOf();
  const thread = await startPageThread(programOf("process.exit()"), tell);
  const connections = [thread.connect(undefined), thread.connect(undefined)];
  await Promise.all(connections.map((connection) => once(connection, "close")));
  await thread.ended;
  await once(thread.connect(undefined), "close");
});

test("an error outside of a response is told with its message and stack", async () => {
  const { tell, troubles } = troublesOf();
  const program = programOf(`
    parentPort.postMessage({ trouble: "a page failed", message: "why", stack: "where" });
    connection.close();`);
  const thread = await startPageThread(program, tell);
  await once(thread.connect(undefined), "close");
  await expect.poll(() => troubles).toEqual(["a page failed: why"]);
});
