import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { machine, table } from "@/bench/report";
import { tooBusy } from "./machine-load";
import { fullSizes, type Proof, type Sizes, type SizeTable } from "./proof";
import { readSize } from "./read-size";
import { Run } from "./run";

/**
 * Runs a proof with the sizes of the command line, prints its figures and as the last line `holds`
 * or `does not hold`, and ends the process: 0 if it holds, 1 if not, 2 if this machine can run none
 * of it or is too busy for a proof of times, 130 after Ctrl-C. By then everything it created is
 * removed.
 */
export async function runFromCommandLine<Name extends string>(proof: Proof<Name>): Promise<void> {
  const given = readOptions(proof, process.argv.slice(2));
  if (!given) return;
  const { sizes, anyway } = given;
  const busy = anyway ? undefined : tooBusy();
  if (proof.needsQuiet && busy !== undefined) {
    say(`This proof measures times, and ${busy}. Run it on a quiet machine, or with --anyway.\n`);
    say("could not run");
    process.exit(2);
  }
  const run = new Run(say, busy);
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      void leave(run, 130);
    });
  }
  say(`${proof.promise}\n${header(sizes)}\n`);
  const started = performance.now();
  let code = 1;
  try {
    await proof.prove(run, sizes);
    code = printFindings(run, started);
  } catch (error) {
    // The proof continues until the process ends, and fails on things that are already removed.
    if (isInterrupted) return;
    say(`The proof could not go on: ${(error as Error).stack}\n\ndoes not hold`);
  }
  await leave(run, code);
}

function readOptions<Name extends string>(
  { name, sizes }: Proof<Name>,
  args: readonly string[],
): { readonly sizes: Sizes<Name>; readonly anyway: boolean } | undefined {
  const names = Object.keys(sizes) as Name[];
  const options: Record<string, { type: "string" | "boolean" }> = {
    help: { type: "boolean" },
    anyway: { type: "boolean" },
  };
  for (const size of names) options[size] = { type: "string" };
  const values: Record<string, unknown> = parseArgs({ args: [...args], options }).values;
  if (values["help"]) {
    say(usage(name, sizes));
    return undefined;
  }
  const read: Record<Name, number> = { ...fullSizes(sizes) };
  for (const size of names) {
    const given = values[size];
    if (given !== undefined) read[size] = readSize(size, String(given));
  }
  return { sizes: read, anyway: values["anyway"] === true };
}

function usage<Name extends string>(name: string, sizes: SizeTable<Name>): string {
  const lines = (Object.keys(sizes) as Name[]).map(
    (size) => `  --${size} <n>  ${sizes[size].what} (${sizes[size].value})`,
  );
  const anyway = "  --anyway  judge times on a busy machine too";
  return [`npm run prove:${name} -- [options]`, ...lines, anyway].join("\n");
}

function header(sizes: Readonly<Record<string, number>>): string {
  const shown = Object.entries(sizes).map(([name, value]) => `${name} ${value}`);
  const date = new Date().toISOString().slice(0, 16).replace("T", " ");
  const load = loadavg()[0]?.toFixed(1);
  return `${date} UTC, ${shown.join(", ")}, commit ${commit()}\n${machine()}; load ${load}`;
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}

function printFindings({ findings, skipped }: Run, started: number): number {
  const rows = findings.map(({ what, holds, figure }) => [what, figure, holds ? "ok" : "MISSED"]);
  say(`\n${table(["", "figure", ""], rows)}`);
  for (const part of skipped) say(`skipped: ${part}`);
  say(`took ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  if (findings.length === 0 && skipped.length > 0) {
    say("could not run");
    return 2;
  }
  const holds = findings.length > 0 && findings.every((finding) => finding.holds);
  say(holds ? "holds" : "does not hold");
  return holds ? 0 : 1;
}

async function leave(run: Run, code: number): Promise<void> {
  await run.end();
  process.exit(code);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
