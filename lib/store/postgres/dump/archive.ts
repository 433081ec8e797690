import { StartupError } from "@/lib/startup-error";
import { type Program, programsNamed, startProgram, type Variables } from "./programs";

/** Facts from the table of contents of a `pg_dump` archive. */
export interface ArchiveSummary {
  /** Major version of the source server. */
  readonly major: number;
  readonly schema: string;
  /** Contents for `pg_restore --use-list`, without the schema, which exists already. */
  readonly list: string;
}

/**
 * Reads the table of contents of an archive. Throws a `StartupError` for an invalid or damaged
 * file.
 */
async function readArchiveSummary(
  archive: string,
  program: Program,
  variables: Variables,
): Promise<ArchiveSummary> {
  const lines: string[] = [];
  await eachLine(program, ["--list", archive], variables, (line) => lines.push(line));
  const major = Number(/Dumped from database version: (\d+)/.exec(lines.join("\n"))?.[1] ?? 0);
  // `210; 1259 16388 TABLE public label tocsin`: number, two ids, kind, schema, name, owner.
  const [, schema = ""] =
    lines.map((line) => /^\d+; \d+ \d+ TABLE (.+) tocsin_schema \S/.exec(line)).find(Boolean) ?? [];
  if (schema === "") throw notOurs(archive);
  const list = lines.filter((line) => !/^\d+; \d+ \d+ SCHEMA /.test(line)).join("\n");
  return { major, schema, list };
}

/** An archive's summary, and a program that can read the archive. */
export interface ReadableArchive {
  readonly program: Program;
  readonly summary: ArchiveSummary;
}

/**
 * Returns the first of several programs that can read an archive. A program may be too old for the
 * format of an archive although it fits the server. Throws the last program's `StartupError` when none
 * can.
 */
export async function readArchive(
  archive: string,
  programs: readonly Program[],
  variables: Variables,
): Promise<ReadableArchive> {
  let refusal: unknown = notOurs(archive);
  for (const program of programs) {
    try {
      return { program, summary: await readArchiveSummary(archive, program, variables) };
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/**
 * Returns the row count of each table in an archive. Reads and unpacks all of it, so truncation and
 * damage are found. Throws a `StartupError` then, and when no installed `pg_restore` can read it.
 */
export async function rowsInArchive(
  archive: string,
  variables: Variables,
): Promise<Map<string, number>> {
  const program = (await programsNamed("pg_restore", variables)).at(-1);
  if (!program) {
    throw new StartupError(
      "The backup cannot be read: the program pg_restore is not installed on this machine (Debian's package postgresql-client).",
    );
  }
  const { schema } = await readArchiveSummary(archive, program, variables);
  const rows = new Map<string, number>();
  let table: string | undefined;
  await eachLine(program, ["--data-only", "--file=-", archive], variables, (line) => {
    if (table === undefined) {
      table = tableCopied(line, schema);
      if (table !== undefined) rows.set(table, 0);
    } else if (line === "\\.") table = undefined;
    else rows.set(table, (rows.get(table) ?? 0) + 1);
  });
  return rows;
}

/** Returns the table whose rows follow this line, one a line, up to a line with `\.`. */
function tableCopied(line: string, schema: string): string | undefined {
  const [, place = "", name = ""] =
    /^COPY (\w+|"(?:[^"]|"")+")\.(\w+|"\w+") \(.*\) FROM stdin;$/.exec(line) ?? [];
  return name !== "" && unquoted(place) === schema ? unquoted(name) : undefined;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

async function eachLine(
  program: Program,
  args: readonly string[],
  variables: Variables,
  take: (line: string) => void,
): Promise<void> {
  const { output, ended } = startProgram(program, args, { ...variables, LC_ALL: "C" });
  // Node's line reader also ends lines at characters that texts may contain.
  let rest = "";
  for await (const piece of output.setEncoding("utf8")) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
  try {
    await ended;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The backup cannot be read: ${said}.`, { cause: error });
  }
}

function notOurs(archive: string): StartupError {
  return new StartupError(`The file ${archive} is no backup of Tocsin's.`);
}
