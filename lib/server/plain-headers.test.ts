import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { plainHeaders } from "./plain-headers";

/** Returns the headers of a request as a server reads them. */
function received(headers: Record<string, string | string[]>) {
  return new Promise<ReturnType<typeof plainHeaders>>((resolve, reject) => {
    const server = createServer({ joinDuplicateHeaders: true }, (incoming, response) => {
      resolve(plainHeaders(incoming));
      response.end(() => server.close());
    }).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      request({ host: "127.0.0.1", port, headers, agent: false }).on("error", reject).end();
    });
  });
}

it("leaves out `set-cookie`, and keeps the others", async () => {
  const headers = await received({ "set-cookie": ["a=1", "b=2"], "x-one": "1" });
  expect(headers).toMatchObject({ "x-one": "1" });
  expect(headers).not.toHaveProperty("set-cookie");
});
