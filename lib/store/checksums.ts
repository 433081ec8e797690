import { createHash } from "node:crypto";
import type { Connection, Engine } from "./engine";
import { type KeptTable, type Plain, rowsOf } from "./kept-tables";

/** What a table holds, in a form that is the same for the same rows whatever the engine and their order. */
export interface TableSum {
  readonly rows: number;
  /** The sum of the SHA-256 of all rows, in hex. */
  readonly checksum: string;
}

/** Adds up the rows of a table; `columns` are those that count. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(row: readonly Plain[]): void {
    const hash = createHash("sha256");
    for (const value of row)
      hash.update(value instanceof Uint8Array ? value : JSON.stringify(value)).update("\0");
    this.#rows += 1;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash.digest("hex")}`));
  }

  get total(): TableSum {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(64, "0") };
  }
}

/** The sum of a table as a connection sees it. */
export async function sumOf(
  engine: Engine,
  connection: Connection,
  table: KeptTable,
  columns: readonly string[],
): Promise<TableSum> {
  const sum = new RowSum();
  for await (const rows of rowsOf(engine, connection, table, columns)) {
    for (const row of rows) sum.add(row);
  }
  return sum.total;
}
