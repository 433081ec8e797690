import { expect, it } from "vitest";
import { warmUp } from "./warm-up";

const log = (lines: string[]) => {
  const write = (what: string) => void lines.push(what);
  return { warn: write, info: write } as never;
};

it("a warm-up asks for the usual first pages and makes the document", async () => {
  const done: string[] = [];
  const application = { log: log(done), warmUp: async () => done.push("document") };
  await warmUp(application, async ({ method, url, headers }, response) => {
    done.push(`${method} ${url} ${headers.host}`);
    response.end("x".repeat(1_000_000));
  });
  expect(done).toEqual([
    "GET /sign-in localhost",
    "GET /p/-/incident localhost",
    "GET /p/-/incident/- localhost",
    "document",
    "the console is ready",
  ]);
});

it("a console that cannot be loaded is a warning, and nothing is thrown", async () => {
  const warnings: string[] = [];
  await warmUp({ log: log(warnings), warmUp: async () => undefined }, async () => {
    throw new Error("no build");
  });
  expect(warnings).toEqual(["The console could not be made ready: Error: no build"]);
});
