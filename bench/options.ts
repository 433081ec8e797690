import { parseArgs } from "node:util";

/** What a run measures and for how long. */
export interface Options {
  /** Incidents in the database of the main table. */
  readonly rows: number;
  readonly rounds: number;
  readonly secondsARound: number;
  /** Records of the larger database of the growth table. */
  readonly largeRows: number;
  /** Names of cases to drive; empty means all. */
  readonly only: readonly string[];
}

/** What `--help` prints. */
export const usage = `npm run bench -- [options]
  --rows <n>     incidents in the database (100000)
  --quick        one short round a case, for a first look
  --large        compare 10,000 with 1,000,000 records instead of 100,000; filling takes minutes, once
  --only <name>  drive only the cases whose name contains this; may be given several times
`;

/** Reads the command line; undefined when it asks for help. Throws on an option there is not. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "100000" },
      quick: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const rows = Number(values.rows);
  if (!Number.isInteger(rows) || rows < 1_000) throw new Error("--rows must be 1000 or more.");
  return {
    rows,
    rounds: values.quick ? 1 : 3,
    secondsARound: values.quick ? 2 : 3,
    largeRows: values.large ? 1_000_000 : 100_000,
    only: values.only,
  };
}
