import { execFileSync } from "node:child_process";
import { constants, copyFileSync } from "node:fs";
import { casesFor, countPairs } from "./cases";
import { inTurn, ratioOf } from "./drive";
import { benchFile, filledDatabase, filledFloor, removeFiles } from "./fill";
import { filledPostgres } from "./fill-postgres";
import { growthTable } from "./growth";
import { filledRecords, type KnownRecords, recordsOf } from "./known-records";
import { type Options, readOptions, usage } from "./options";
import { processLines } from "./postgres/processes";
import { caseHeader, caseLine, figure, machine, table, verdict } from "./report";
import {
  asProjectMember,
  type Served,
  type Server,
  serveFloor,
  serverBeside,
  serveTocsin,
} from "./serve";

const options = readOptions(process.argv.slice(2));
if (options) await run(options);
else say(usage);

/**
 * Fills the databases, starts both servers, drives them alternately and prints tables. A missed aim
 * is printed, not thrown.
 */
async function run(options: Options): Promise<void> {
  if (options.processesOnly) {
    const told = await processLines(options.rounds, options.secondsARound);
    const [header = [], ...lines] = typeof told === "string" ? [[told]] : told;
    say(`${machine()}\n\n${table(header, lines)}`);
    return;
  }
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  say(
    `${machine()}\n${new Date().toISOString().slice(0, 10)}, ${figure(options.growthOnly ? options.largest : options.rows)} incidents\n`,
  );
  const name = `run-${process.pid}-`;
  removeFiles("server");
  try {
    if (!options.growthOnly) await measureCases(options, name);
    if (options.growthOnly || isWhole(options)) await measureGrowth(options);
  } finally {
    removeFiles(name);
  }
}

async function measureCases(options: Options, name: string): Promise<void> {
  for (const metrics of ["off", "on"] as const) {
    const database = copied(await filledDatabase(options.rows), `${name}tocsin-${metrics}.db`);
    await using(
      () => serveTocsin(`file:${database}`, metrics),
      async (operator) => {
        const isFirst = isWhole(options) && metrics === "off";
        if (isFirst) await measureMemory(operator);
        const tocsin = await asProjectMember(operator);
        if (isFirst) await measureCounting(options, tocsin);
        if (options.beside) await compareBeside(options, tocsin, metrics);
        else await compareWithFloor(options, tocsin, metrics, `${name}floor-${metrics}.db`);
      },
    );
  }
}

async function compareWithFloor(
  options: Options,
  tocsin: Served,
  metrics: string,
  copy: string,
): Promise<void> {
  const file = copied(await filledFloor(options.rows), copy);
  await using(
    () => serveFloor(file),
    async (floor) => {
      const lines = await caseLines(options, tocsin, floor, filledRecords(options.rows));
      say(`Against the floor, metrics ${metrics}\n\n${table(caseHeader("floor"), lines)}\n`);
    },
  );
}

async function compareBeside(options: Options, tocsin: Served, metrics: string): Promise<void> {
  const { url = "", key = "" } = options.beside ?? {};
  const other = serverBeside(url, key);
  const lines = await caseLines(options, tocsin, other, await recordsOf(other));
  say(`Beside ${url}, metrics ${metrics}\n\n${table(caseHeader("other"), lines)}\n`);
}

/** Copies the database, so that writes of one run do not change the start of the next. */
function copied(file: string, name: string): string {
  const copy = benchFile(name);
  copyFileSync(file, copy, constants.COPYFILE_FICLONE);
  return copy;
}

async function using(start: () => Promise<Served>, work: (served: Served) => Promise<void>) {
  const served = await start();
  try {
    await work(served);
  } finally {
    await served.stop();
  }
}

/** Drives both servers with requests about their own records, case by case. */
async function caseLines(
  options: Options,
  tocsin: Served,
  other: Server,
  records: KnownRecords,
): Promise<string[][]> {
  const lines: string[][] = [];
  const theirs = casesFor(records);
  for (const [at, { name, aim, traffic }] of casesFor(filledRecords(options.rows)).entries()) {
    if (!isWanted(options, name)) continue;
    const runs = [
      { served: tocsin, traffic },
      { served: other, traffic: theirs[at]?.traffic ?? traffic },
    ];
    const [one, two] = await inTurn(runs, options);
    if (one && two) lines.push(caseLine(name, aim, one, two));
  }
  return lines;
}

async function measureCounting(options: Options, served: Served): Promise<void> {
  const lines: string[][] = [];
  for (const { name, counted, uncounted } of countPairs()) {
    const runs = [counted, uncounted].map((traffic) => ({ served, traffic }));
    const [withCount, without] = await inTurn(runs, options);
    if (!withCount || !without) continue;
    const times = ratioOf(without, withCount, (round) => round.perSecond);
    const rates = [figure(withCount.median.perSecond), figure(without.median.perSecond)];
    lines.push([name, ...rates, figure(times, 2), "1.3", verdict(times, 1.3)]);
  }
  const header = ["list of 10", "req/s counted", "uncounted", "times", "at most", ""];
  say(`The price of an exact count\n\n${table(header, lines)}\n`);
}

/** Returns true for a run of everything, not of some cases or beside another server. */
function isWhole({ only, beside }: Options): boolean {
  return only.length === 0 && !beside;
}

function isWanted({ only }: Options, name: string): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

async function measureGrowth(options: Options): Promise<void> {
  const { largest, postgres } = options;
  const isAsked = (name: string) => isWanted(options, name);
  const sizes: number[] = [];
  for (let rows = 10_000; rows < largest; rows *= 10) sizes.push(rows);
  sizes.push(largest);
  say(`The same questions, as records grow\n\n${await growthTable(sizes, isAsked, onFile)}\n`);
  if (postgres === undefined) return;
  const onServer = (rows: number) => filledPostgres(postgres, rows);
  say(`The same on PostgreSQL\n\n${await growthTable(sizes, isAsked, onServer)}\n`);
}

async function measureMemory(served: Served): Promise<void> {
  const lines: string[][] = [];
  const measure = async (name: string, path: string) => {
    const answer = await fetch(served.url + path);
    await answer.text();
    // A process gives up empty pages of its heap once it is quiet for some seconds.
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    const resident = served.residentMegabytes();
    lines.push([name, figure(resident), "200", verdict(resident, 200)]);
  };
  await measure("after the start", "/readyz");
  await measure("after a page", "/sign-in");
  say(`Resident memory, idle\n\n${table(["", "MB", "at most", ""], lines)}\n`);
}

async function onFile(rows: number): Promise<string> {
  return `file:${await filledDatabase(rows)}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
