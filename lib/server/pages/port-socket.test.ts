import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PortSocket } from "./port-socket";

function openPair() {
  const { port1, port2 } = new MessageChannel();
  return { here: new PortSocket(port1), there: new PortSocket(port2) };
}

/** Resolves to all bytes until the other side has ended. */
async function bytesOf(socket: PortSocket): Promise<Buffer> {
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  await once(socket, "end");
  return Buffer.concat(parts);
}

test("all bytes arrive in order in both directions, however they are cut", async () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(parts, parts, async (sent, returned) => {
      const { here, there } = openPair();
      for (const part of sent) here.write(part);
      for (const part of returned) there.write(part);
      here.end();
      there.end();
      const [arrived, back] = await Promise.all([bytesOf(there), bytesOf(here)]);
      expect(arrived.equals(Buffer.concat(sent))).toBe(true);
      expect(back.equals(Buffer.concat(returned))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("a large text arrives whole", async () => {
  const { here, there } = openPair();
  const text = "ä".repeat(2_000_000);
  here.end(text);
  there.end();
  expect((await bytesOf(there)).toString()).toBe(text);
});

test("a writer waits for a reader that reads nothing", async () => {
  const { here, there } = openPair();
  let written = 0;
  for (let part = 0; part < 100; part += 1) {
    here.write(Buffer.alloc(64_000), () => {
      written += 1;
    });
  }
  for (let at = 0; at < 50; at += 1) await turn();
  expect(written).toBeLessThan(3);
  there.resume();
  here.end();
  await once(here, "finish");
  expect(written).toBe(100);
});

test.each([
  ["the writer", "the reader"],
  ["the reader", "the writer"],
])("if %s is destroyed, %s is closed", async (first) => {
  const { here, there } = openPair();
  here.write("a part");
  await once(there, "readable");
  const [destroyed, other] = first === "the writer" ? [here, there] : [there, here];
  destroyed.destroy();
  await once(other, "close");
  expect(other.readableEnded).toBe(false);
});

test("both sides are closed after both have ended", async () => {
  const { here, there } = openPair();
  const closed = Promise.all([once(here, "close"), once(there, "close")]);
  here.end("one");
  there.end("two");
  expect(String(await bytesOf(there)) + String(await bytesOf(here))).toBe("onetwo");
  await closed;
});

test("bytes that are not yet read are kept when the other side has closed", async () => {
  const { here, there } = openPair();
  here.end();
  there.end("the last bytes");
  await once(there.resume(), "close");
  for (let at = 0; at < 20; at += 1) await turn();
  expect(String(await bytesOf(here))).toBe("the last bytes");
});
