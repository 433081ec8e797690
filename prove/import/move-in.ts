import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importedKinds } from "@/lib/import/steps/imported-kinds";
import type { Run } from "@/prove/harness/run";
import { sourceProject } from "@/prove/import/source-data";
import { askServer } from "@/tests/server/ask-server";
import { bundleFile } from "@/tests/server/server-process";
import { differences } from "./differences";
import { type FlakyProxy, flakyProxy } from "./flaky-proxy";
import { fillSource } from "./source-data";

/** An import to run, to kill and to compare. */
export interface Moving {
  readonly records: number;
  readonly kills: number;
  /** The URL of an empty database, or of a file to create. */
  readonly target: string;
}

const pageSize = 99;

/**
 * Imports a project from a server whose proxy fails every eleventh request, kills the import at
 * places spread over its reading, resumes it, and compares every record at the end.
 */
export async function moveIn(run: Run, { records, kills, target }: Moving): Promise<void> {
  const folder = run.folder();
  const source = `file:${join(folder, "source.db")}`;
  await fillSource(source, records);
  const served = await run.serve({ DATABASE_URL: source });
  const key = await oneuptimeKey(served.port);
  // A first start creates the owner, without whom an import refuses the database.
  await (await run.serve({ DATABASE_URL: target })).stop();
  const proxy = await flakyProxy(served.port);
  run.onEnd(() => proxy.close());
  const command = await bundleFile(
    "lib/server/commands/import-oneuptime.ts",
    "dist/tests-import.js",
  );
  const report = join(folder, "report.json");
  const start = (...more: readonly string[]) =>
    launch(run, [command, "--from", proxy.url, "--report", report, ...more], {
      ...{ DATABASE_URL: target, ONEUPTIME_KEY: key },
    });

  const requests = importedKinds().length * 2 + records / pageSize;
  const began = performance.now();
  let output = "";
  let killed = 0;
  for (let round = 0; round < kills; round += 1) {
    const one = start(...(round === 0 ? [] : ["--resume"]));
    await Promise.race([proxy.after(Math.max(10, requests / (kills + 1))), one.ended]);
    one.child.kill("SIGKILL");
    const { signal, printed } = await one.ended;
    output += printed;
    if (signal === "SIGKILL") killed += 1;
  }
  const last = await start(...(kills === 0 ? [] : ["--resume"])).ended;
  const took = performance.now() - began;
  output += last.printed;
  await run.endsWell(served);
  reportOn(run, { code: last.code, output, key, report, proxy });
  run.check("killed and resumed", killed === kills, `${killed} times`);
  run.tell("took, with the kills", `${(took / 1000).toFixed(1)} s`);
  const { compared, faults } = await differences(source, target);
  run.check("records compared, field by field", compared >= records * 0.9, String(compared));
  run.none("different, missing, doubled or contradictory", faults);
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly key: string;
  readonly report: string;
  readonly proxy: FlakyProxy;
}

function reportOn(run: Run, { code, output, key, report, proxy }: Outcome): void {
  if (code !== 0) run.say(output);
  run.check("the last run ends with", code === 0, String(code));
  run.some("requests that failed on the way", proxy.seen.failed);
  run.none(
    "keys in the output or the report",
    [output, textOf(report)].filter((text) => text.includes(key)).length,
  );
  const isRight = code === 0 && JSON.parse(textOf(report)).isRight === true;
  run.check("the report agrees with the source", isRight, String(isRight));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Creates a key of the project that speaks as OneUptime does. */
async function oneuptimeKey(port: number): Promise<string> {
  const data = {
    ...{ name: "Import", dialect: "oneuptime", projectId: sourceProject },
    permissions: ["Project Owner"],
  };
  const { status, body, text } = await askServer(port, "POST", "/api/api-key", { body: { data } });
  if (status !== 200) throw new Error(text);
  return String(body["key"]);
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
}

function launch(
  run: Run,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const env = { PATH: process.env.PATH, ...settings, NODE_ENV: "production" as const };
  const child = spawn(process.execPath, [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  run.onEnd(() => child.kill("SIGKILL"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      printed += part;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, printed }));
  });
  return { child, ended };
}
