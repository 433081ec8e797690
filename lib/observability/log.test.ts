import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tocsin-log-"));
  program = bundled("program", work);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Logs 200 MB and an error, handles uncaught errors as the server does, and reports the result. */
const work = `
  import { setTimeout as pause } from "node:timers/promises";
  import { createLog } from "@/lib/observability/log";
  async function main() {
    const log = createLog("info");
    let uncaught = 0;
    process.on("uncaughtException", (error) => {
      uncaught += 1;
      log.trouble("uncaught exception", error);
    });
    const sent = { apikey: "sentinel", "x-api-key": "sentinel", authorization: "sentinel" };
    log.trouble("the first", Object.assign(new Error("x"), sent));
    for (let n = 0; n < 20; n += 1) {
      for (let line = 0; line < 1_000; line += 1) log.info("x".repeat(10_000));
      await pause(20);
    }
    globalThis.gc();
    const heldMb = Math.round(process.memoryUsage().heapUsed / 1e6);
    log.info("the last");
    await log.flush();
    process.stderr.write(JSON.stringify({ uncaught, heldMb }));
    process.exit(0);
  }
  void main();`;

/** Logs two thousand requests with other lines between them, and ends without a flush. */
const orderly = `
  import { createLog } from "@/lib/observability/log";
  const log = createLog("info");
  const entry = { method: "GET", route: "/", status: 200, durationMs: 1 };
  for (let n = 0; n < 3_000; n += 1) {
    if (n % 3 === 0) log.info(String(n));
    else if (n === 1_000) log.request({ ...entry, requestId: "1000", status: 500 });
    else log.request({ ...entry, requestId: String(n) });
  }
  if (process.argv.length > 2) process.exit(0);`;

/** Returns the file of a program that is bundled from its source. */
function bundled(name: string, contents: string): string {
  const outfile = join(folder, `${name}.cjs`);
  buildSync({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    ...{ outfile, bundle: true, platform: "node", packages: "external" },
    logLevel: "error",
  });
  return outfile;
}

/** Runs a program with its standard output in a file, and returns how it ended. */
async function run(
  path: string,
  started = program,
  more: readonly string[] = [],
): Promise<{ code: number; uncaught: number; heldMb: number }> {
  const output = openSync(path, "a");
  const child = spawn(process.execPath, ["--expose-gc", started, ...more], {
    env: { NODE_ENV: "production", NODE_PATH: join(process.cwd(), "node_modules") },
    stdio: ["ignore", output, "pipe"],
  });
  closeSync(output);
  let said = "";
  child.stderr?.on("data", (part) => {
    said += part;
  });
  const deadline = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [code] = await once(child, "close");
  clearTimeout(deadline);
  return { code, ...JSON.parse(said || "{}") };
}

test("a log that cannot be written neither fails the process nor fills its memory nor holds up its end", async () => {
  const { heldMb, ...how } = await run("/dev/full");
  expect(how).toEqual({ code: 0, uncaught: 0 });
  expect(heldMb).toBeLessThan(50);
});

test("a log that can be written has its last line", async () => {
  const path = join(folder, "log");
  expect(await run(path)).toMatchObject({ code: 0, uncaught: 0 });
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    ...{ msg: "the first", level: "error" },
    err: { apikey: "hidden", "x-api-key": "hidden", authorization: "hidden" },
  });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ msg: "the last" });
});

test.each([[], ["exit"]])(
  "lines keep their order, and none is lost at the end %j",
  async (...more) => {
    const path = join(folder, `order${more.length}`);
    await run(path, bundled("orderly", orderly), more);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const numbers = lines.map((line) => {
      const { requestId, msg } = JSON.parse(line);
      return Number(requestId ?? msg);
    });
    expect(numbers).toEqual(Array.from({ length: 3_000 }, (_, n) => n));
  },
);
