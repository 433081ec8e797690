import { expect, test } from "vitest";
import { isTrusted } from "./pages";

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
