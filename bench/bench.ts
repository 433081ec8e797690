import { execFileSync } from "node:child_process";
import { constants, copyFileSync } from "node:fs";
import { casesFor, countPairs } from "./cases";
import { inTurn, ratioOf } from "./drive";
import { benchFile, filledDatabase, filledFloor, removeFiles } from "./fill";
import { filledPostgres } from "./fill-postgres";
import { growthTable } from "./growth";
import { type Options, readOptions, usage } from "./options";
import { caseHeader, caseLine, figure, machine, table, verdict } from "./report";
import { asProjectMember, type Served, serveFloor, serveTocsin } from "./serve";

const options = readOptions(process.argv.slice(2));
if (options) await run(options);
else say(usage);

/**
 * Fills the databases, starts both servers, drives them alternately and prints tables. A missed aim
 * is printed, not thrown.
 */
async function run(options: Options): Promise<void> {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  say(
    `${machine()}\n${new Date().toISOString().slice(0, 10)}, ${figure(options.growthOnly ? options.largest : options.rows)} incidents\n`,
  );
  const name = `run-${process.pid}-`;
  removeFiles("server");
  try {
    if (!options.growthOnly) await measureCases(options, name);
    if (options.growthOnly || options.only.length === 0) await measureGrowth(options);
  } finally {
    removeFiles(name);
  }
}

async function measureCases(options: Options, name: string): Promise<void> {
  const database = copied(await filledDatabase(options.rows), `${name}tocsin.db`);
  const floorDatabase = copied(await filledFloor(options.rows), `${name}floor.db`);
  await using(
    () => serveTocsin(`file:${database}`),
    async (operator) => {
      await using(
        () => serveFloor(floorDatabase),
        async (floor) => {
          if (options.only.length === 0) await measureMemory(operator);
          const tocsin = await asProjectMember(operator);
          if (options.only.length === 0) await measureCounting(options, tocsin);
          await compare(options, tocsin, floor);
        },
      );
    },
  );
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

async function compare(options: Options, tocsin: Served, floor: Served): Promise<void> {
  const lines: string[][] = [];
  for (const { name, aim, traffic } of casesFor(options.rows)) {
    if (!isWanted(options, name)) continue;
    const runs = [tocsin, floor].map((served) => ({ served, traffic }));
    const [ours, theirs] = await inTurn(runs, options);
    if (ours && theirs) lines.push(caseLine(name, aim, ours, theirs));
  }
  say(`Against the floor\n\n${table(caseHeader, lines)}\n`);
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
    await new Promise((resolve) => setTimeout(resolve, 5_000));
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
