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
  program = join(folder, "program.cjs");
  buildSync({
    stdin: { contents: work, resolveDir: process.cwd(), loader: "ts" },
    ...{ outfile: program, bundle: true, platform: "node", packages: "external" },
    logLevel: "error",
  });
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

/** Runs the program with its standard output in a file, and returns how it ended. */
async function run(path: string): Promise<{ code: number; uncaught: number; heldMb: number }> {
  const output = openSync(path, "a");
  const child = spawn(process.execPath, ["--expose-gc", program], {
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
