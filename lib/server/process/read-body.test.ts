import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { incomingOf } from "./read-body";

test("a body is processed while its client waits, and no more once the client has disconnected", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
  const [request]: IncomingMessage[] = await once(server, "request");
  if (request === undefined) throw new Error("There is no request.");
  const incoming = incomingOf(request);
  expect(await incoming.takeIn(10, () => true)).toBe(true);
  expect(incoming.requireClient).not.toThrow();
  client.destroy();
  await once(request.socket, "close");
  expect(incoming.requireClient).toThrow("The request ended");
  server.close();
});
