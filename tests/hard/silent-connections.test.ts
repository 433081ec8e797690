import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { newServer } from "@/lib/server/process/create-server";

it("closes a connection that sent nothing without a reply, and answers half a request", async () => {
  const server = newServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const [silent, half] = await Promise.all([
    replyTo(port, ""),
    replyTo(port, "GET / HTTP/1.1\r\nHo"),
  ]);
  expect(silent).toBe("");
  expect(half).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(half).toContain("The request timed out");
});

/** Sends these bytes, and returns all that the server sends until it closes the connection. */
function replyTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("close", () => resolve(text)).on("error", reject);
  });
}
