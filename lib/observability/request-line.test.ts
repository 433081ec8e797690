import { Writable } from "node:stream";
import pino from "pino";
import { expect, test } from "vitest";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import { logOptions } from "./log";
import { requestFields, requestLine } from "./request-line";

const entry: RequestLogEntry = {
  requestId: "0195c8a0-0000-7000-8000-00000000000a",
  ...{ method: "POST", route: "/api/{r}/count", status: 200, durationMs: 0.12345 },
  ...{ callerId: "0195c8a0-0000-7000-8000-00000000000b", resource: "incident", operation: "count" },
};

const hostile = [
  ...['a "quoted" name', "C:\\keys", "line\nbreak\r\ttab", "\u0000\u001f\u007f", "</script>"],
  ...["\u2028\u2029", "Schlüssel 钥匙 🔑", "x".repeat(5_000)],
];

test.each(["Monitoring", ...hostile])(
  "a line is the one of the logger for the name %j",
  (keyName) => {
    const at = new Date();
    const named = { ...entry, keyName, clientRequestId: "abc" };
    expect(withoutTime(requestLine(named, at))).toBe(withoutTime(loggedLine(named)));
  },
);

test("half a character is written as its escape", () => {
  const line = requestLine({ ...entry, keyName: "a\ud800" }, new Date());
  expect(JSON.parse(Buffer.from(line).toString())).toMatchObject({ keyName: "a\ud800" });
});

test("a line has its time, one end, and no field without a value", () => {
  const at = new Date("2030-01-01T00:00:00.000Z");
  const line = requestLine({ ...entry, keyName: undefined }, at);
  expect(line.indexOf("\n")).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual({
    ...{ level: "info", time: "2030-01-01T00:00:00.000Z", msg: "request" },
    ...{ ...entry, durationMs: 0.12 },
  });
});

test("a line never has the cause of an error", () => {
  const line = requestLine(
    { ...entry, error: new Error("sentinel"), isStopping: true },
    new Date(),
  );
  expect(line).not.toMatch(/sentinel|isStopping/);
});

function loggedLine(logged: RequestLogEntry): string {
  let written = "";
  const output = new Writable({
    write: (part, _, done) => {
      written += part;
      done();
    },
  });
  pino({ ...logOptions, level: "info" }, output).info(requestFields(logged), "request");
  return written;
}

function withoutTime(line: string): string {
  return line.replace(/"time":"[^"]*"/, '"time":""');
}
