import { accessSync, existsSync, constants as modes } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { isStartupError, StartupError, systemFault } from "@/lib/startup-error";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";

/** A command was called with wrong arguments. */
export class UsageError extends Error {}

const failed = 1;

/** The signal that interrupted a command. */
class Interruption extends Error {
  readonly code: number;

  constructor(name: "SIGINT" | "SIGTERM", effect: string) {
    super(`Ended by ${name}. ${effect}`);
    this.code = 128 + constants.signals[name];
  }
}

const interrupting = new AbortController();

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, so that a command can remove partial
 * results. A second one ends the process at once. `effect` tells the operator what remains.
 */
export function interruption(effect = "Unfinished work is removed."): AbortSignal {
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => interrupting.abort(new Interruption(name, effect)));
  }
  return interrupting.signal;
}

/**
 * Runs an operator's command and ends the process: 0 if `run` resolves to true, 1 if it resolves to
 * false or fails, 2 for wrong arguments, 130 or 143 after SIGINT or SIGTERM. Prints expected errors
 * as a sentence, others with a stack.
 */
export function runCommand(run: () => Promise<boolean>): void {
  run().then(
    (isRight) => process.exit(isRight ? 0 : 1),
    (failure: unknown) => {
      const error: unknown = interrupting.signal.aborted ? interrupting.signal.reason : failure;
      const text = error instanceof Error ? error : new Error(String(error));
      const code = codeOf(error);
      const isKnown = isStartupError(error) || code !== failed;
      process.stderr.write(`${isKnown ? text.message : text.stack}\n`);
      process.exit(code);
    },
  );
}

function codeOf(error: unknown): number {
  if (error instanceof Interruption) return error.code;
  return error instanceof UsageError ? 2 : failed;
}

/**
 * Reads the argument and the named options of a command. Throws a `UsageError` with the usage, and
 * a `StartupError` for a PostgreSQL URL, which may hold a password: other users of the machine can
 * read arguments.
 */
export function readArguments<Name extends string>(
  usage: string,
  names: readonly Name[],
): { readonly first: string; readonly options: Partial<Record<Name, string>> } {
  const { positionals, options } = parsed(usage, names, []);
  const [first, ...more] = positionals;
  if (first === undefined || more.length > 0) throw wrong("Say one thing to work on.", usage);
  refuseDatabases([first, ...Object.values(options)]);
  return { first, options };
}

/** Reads the named options of a command without arguments. Throws a `UsageError` with the usage. */
export function readOptions<Name extends string>(
  usage: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  return readSwitches(usage, names, []).options;
}

/** Reads the named options and the switches of a command without arguments, as `readOptions`. */
export function readSwitches<Name extends string, Switch extends string>(
  usage: string,
  names: readonly Name[],
  switches: readonly Switch[],
): { readonly options: Partial<Record<Name, string>>; readonly isOn: (name: Switch) => boolean } {
  const { positionals, options, on } = parsed(usage, names, switches);
  if (positionals.length > 0) throw wrong(`"${positionals[0]}" is one argument too many.`, usage);
  return { options, isOn: (name) => on.has(name) };
}

function parsed<Name extends string>(
  usage: string,
  names: readonly Name[],
  switches: readonly string[],
) {
  const types = [
    ...names.map((name) => [name, { type: "string" as const }] as const),
    ...switches.map((name) => [name, { type: "boolean" as const }] as const),
  ];
  try {
    const { values, positionals } = parseArgs({
      options: Object.fromEntries(types),
      allowPositionals: true,
    });
    const texts = Object.entries(values).filter(([, value]) => typeof value === "string");
    return {
      positionals,
      options: Object.fromEntries(texts) as Partial<Record<Name, string>>,
      on: new Set(
        Object.entries(values).flatMap(([name, value]) => (value === true ? [name] : [])),
      ),
    };
  } catch (error) {
    throw wrong(error instanceof Error ? `${error.message}.` : "", usage);
  }
}

function wrong(why: string, usage: string): UsageError {
  return new UsageError(`${why} Call it so: ${usage}`);
}

/** Throws a `StartupError` if `url` names a missing file, because opening it would create one. */
export function requireThere(url: string): void {
  const path = url.startsWith("file:") ? resolve(url.slice("file:".length)) : undefined;
  if (path !== undefined && !existsSync(path)) {
    throw new StartupError(`There is no database at ${path}.`);
  }
}

function refuseDatabases(places: readonly unknown[]): void {
  if (!places.some((place) => isPostgresUrl(String(place)))) return;
  throw new StartupError(
    "Name a PostgreSQL database in DATABASE_URL, not among the arguments: every account of the machine can read those.",
  );
}

/** Throws a `StartupError` unless the path is a backup that this account may read. */
export function requireReadable(backup: string): void {
  try {
    accessSync(backup, modes.R_OK);
  } catch (error) {
    const why = systemFault(error);
    if (why === undefined) throw error;
    if (why.startsWith("ENOENT")) throw new StartupError(`There is no backup at ${backup}.`);
    throw new StartupError(`The backup ${backup} cannot be read: ${why}.`);
  }
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
