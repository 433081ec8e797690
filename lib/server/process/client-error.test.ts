import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { answerClientErrors } from "./client-error";

test("a client that reads neither its reply nor the 400 behind it is disconnected", async () => {
  const server = createServer((_, response) => void response.end("x".repeat(20_000_000)));
  answerClientErrors(server, 200);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined).pause();
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\nno request\r\n\r\n");
  const [socket] = await accepted;
  await vi.waitFor(() => expect(socket.destroyed).toBe(true), 10_000);
  client.destroy();
  server.close();
});
