import { parseArgs } from "node:util";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";

/** The parts and the length of a run. */
export interface Options {
  /** Incidents in the database of the main table. */
  readonly rows: number;
  /** Incidents in the largest database of the growth table. */
  readonly largest: number;
  readonly growthOnly: boolean;
  /** Only creates and reads of one process and of two on PostgreSQL. */
  readonly processesOnly: boolean;
  /** The server for growth on PostgreSQL; undefined for SQLite only. */
  readonly postgres: string | undefined;
  readonly rounds: number;
  readonly secondsARound: number;
  /** Length of the warm-up of a case. */
  readonly secondsBefore: number;
  /** A server to compare with in place of the floor, and a key of it. */
  readonly beside: { readonly url: string; readonly key: string } | undefined;
  /** Names of cases to drive; empty means all. */
  readonly only: readonly string[];
}

/** The text of `--help`. */
export const usage = `npm run bench -- [options]
  --rows <n>     incidents in the largest database (100000); filling a million takes minutes, once
  --quick        one short round a case, for a first look
  --growth       only the same questions over 10,000 records, ten times as many and so on, and --rows
  --postgres     only creates and reads with one process and with two, on a PostgreSQL of its own
  --only <name>  only the cases, or with --growth the questions, whose name contains this; may be given several times
  --beside <url> drives the server at this address in place of the floor, with the same requests about its own records
  --key <key>    a key of one project of that server, which creates incidents and changes them
With DATABASE_URL=postgres://… the growth is measured on that server too, in databases of its own that are kept.
`;

/** Parses the command line; undefined for `--help`. Throws for an unknown option. */
export function readOptions(
  args: readonly string[],
  databaseUrl = process.env["DATABASE_URL"] ?? "",
): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "100000" },
      quick: { type: "boolean", default: false },
      growth: { type: "boolean", default: false },
      postgres: { type: "boolean", default: false },
      beside: { type: "string" },
      key: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const rows = Number(values.rows);
  if (!Number.isInteger(rows) || rows < 1_000) throw new Error("--rows must be 1000 or more.");
  const { beside: url, key } = values;
  if ((url === undefined) !== (key === undefined)) throw new Error("--beside needs --key.");
  return {
    rows: Math.min(rows, 100_000),
    largest: rows,
    growthOnly: values.growth,
    processesOnly: values.postgres,
    postgres: isPostgresUrl(databaseUrl) ? databaseUrl : undefined,
    rounds: values.quick ? 1 : 3,
    secondsARound: values.quick ? 2 : 3,
    secondsBefore: values.quick ? 1 : 8,
    beside: url !== undefined && key !== undefined ? { url, key } : undefined,
    only: values.only,
  };
}
