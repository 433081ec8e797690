import { expect, it } from "vitest";
import { warmUp } from "./warm-up";

const log = (warnings: string[]) => ({ warn: (what: string) => void warnings.push(what) }) as never;

it("a warm-up asks the handler of pages for /sign-in and makes the document", async () => {
  const done: string[] = [];
  const application = { log: log([]), warmUp: async () => done.push("document") };
  await warmUp(application, async ({ method, url, headers }, response) => {
    done.push(`${method} ${url} ${headers.host}`);
    response.end("x".repeat(1_000_000));
  });
  expect(done).toEqual(["GET /sign-in localhost", "document"]);
});

it("a console that cannot be loaded is a warning, and nothing is thrown", async () => {
  const warnings: string[] = [];
  await warmUp({ log: log(warnings), warmUp: async () => undefined }, async () => {
    throw new Error("no build");
  });
  expect(warnings).toEqual(["The console could not be made ready: Error: no build"]);
});
