import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { environment, oneuptimeKey } from "@/lib/env";
import { importProject } from "@/lib/import/import-project";
import { contradictionsIn, type Report } from "@/lib/import/report/report";
import { reportText } from "@/lib/import/report/report-text";
import { isInClear, sourceUrl } from "@/lib/import/source/source-url";
import { unendedImport } from "@/lib/import/state/unended-import";
import { isFresh } from "@/lib/operations/deployment/first-start";
import { resources } from "@/lib/resources/index";
import { isStartupError, StartupError, systemFault } from "@/lib/startup-error";
import { databaseName } from "@/lib/store/database-name";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import {
  interruption,
  printLine,
  readSwitches,
  requireThere,
  runCommand,
  UsageError,
} from "./command";

const usage =
  "ONEUPTIME_KEY=… npm run import:oneuptime -- --from https://oneuptime.example.com [--project <id>] [--dry-run] [--resume] [--into-existing] [--report <file>]";
/** Reads that look up references scan whole kinds. Nobody else waits for this process. */
const queryTimeoutMs = 600_000;

runCommand(importOneuptime);

/**
 * Imports a project of a OneUptime server into the database in DATABASE_URL. Resolves to false if the
 * result does not agree with the source.
 */
async function importOneuptime(): Promise<boolean> {
  const { options, isOn } = readSwitches(
    usage,
    ["from", "project", "report"],
    ["dry-run", "resume", "into-existing"],
  );
  const { from, project: projectId } = options;
  const isDryRun = isOn("dry-run");
  const [resume, intoExisting] = [isOn("resume"), isOn("into-existing")];
  if (from === undefined) throw new UsageError(`Name the server to read. Call it so: ${usage}`);
  if ([isDryRun, resume, intoExisting].filter((one) => one).length > 1) {
    throw new UsageError(
      `Use only one of --dry-run, --resume and --into-existing. Call it so: ${usage}`,
    );
  }
  const url = sourceUrl(from);
  const key = oneuptimeKey();
  requireWritable(options.report ?? reportName("project"));
  const signal = interruption(
    isDryRun
      ? "Nothing was written."
      : "The records that were taken are kept: continue with --resume.",
  );
  if (isInClear(url)) {
    printLine("Warning: the key crosses the network in clear. Use https:// if the server has it.");
  }
  const target = isDryRun ? await openScratch() : await openTarget();
  try {
    const report = await importProject({
      ...{ url, key, signal, say: printLine, store: target.store },
      ...{ projectId, resume, intoExisting },
    });
    return finish(report, isDryRun, options.report);
  } finally {
    await target.close();
  }
}

interface Target {
  readonly store: Store;
  close(): Promise<void>;
}

/** Opens the database of the deployment, which a server must have prepared. */
async function openTarget(): Promise<Target> {
  const { databaseUrl } = environment();
  if (databaseUrl === "memory:") {
    throw new StartupError(
      "Name the database to import into in DATABASE_URL: one in memory ends with its server.",
    );
  }
  requireThere(databaseUrl);
  const store = await openAlone(databaseUrl);
  if (await isFresh(store.reader)) {
    await store.close();
    throw new StartupError(
      "This database has no owner yet. Start the server once, note the password that it prints, stop it, then import.",
    );
  }
  printLine(`Writing into ${databaseName(databaseUrl)}.`);
  return { store, close: () => store.close() };
}

/** Opens a database. If another process has it open, the error also tells of an import in it. */
async function openAlone(url: string): Promise<Store> {
  const all = resources.values();
  try {
    return await openStore({
      ...{ url, resources: all, queryTimeoutMs, mayCreate: false, onDoubt: printLine },
    });
  } catch (error) {
    const other = isStartupError(error) ? await unendedImport(url) : undefined;
    if (!isStartupError(error) || other === undefined) throw error;
    throw new StartupError(`${error.message} An import has not ended in it: ${other}.`, {
      cause: error,
    });
  }
}

/** Opens a database that is removed at the end: a dry run does all that an import does. */
async function openScratch(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-dry-run-"));
  const url = `file:${join(folder, "dry-run.db")}`;
  const store = await openStore({ url, resources: resources.values(), queryTimeoutMs });
  printLine("Dry run: nothing is written into the database of the deployment.");
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, close };
}

/** Prints the report, and writes it as JSON for programs. Returns whether the result agrees. */
function finish(report: Report, isDryRun: boolean, file: string | undefined): boolean {
  const path = resolve(file ?? reportName(report.project.id));
  const isRight = contradictionsIn(report).length === 0;
  const text = reportText(report, isDryRun);
  printLine(`\n${text}\n`);
  writeReport(path, `${JSON.stringify({ isDryRun, isRight, ...report }, null, 1)}\n`);
  printLine(`The whole report, for programs: ${path}`);
  if (!isDryRun) printLine("Check the database as a whole with: npm run verify -- database");
  return isRight;
}

function writeReport(path: string, text: string): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    const why = systemFault(error);
    if (why === undefined) throw error;
    throw new StartupError(`The import is done, but its report cannot be written: ${why}.`);
  }
}

/**
 * Throws a `StartupError` unless the report can be written. An import takes hours, and is not repeated for
 * its report.
 */
function requireWritable(file: string): void {
  const path = resolve(file);
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, "", { mode: 0o600 });
    rmSync(unfinished);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  } catch (error) {
    const why = systemFault(error);
    if (why === undefined) throw error;
    throw notWritable(path, why);
  }
  throw notWritable(path, "it is a folder");
}

function notWritable(path: string, why: string): StartupError {
  return new StartupError(
    `The report cannot be written to ${path}: ${why}. Nothing was imported. Name another file with --report.`,
  );
}

function reportName(projectId: string): string {
  return `oneuptime-import-${projectId}.json`;
}
