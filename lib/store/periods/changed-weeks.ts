import type { Row } from "@/lib/schema/row";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { packWeek } from "./pack-week";
import { type OwnerWeek, type PeriodColumns, periodColumns, weekOfEvent } from "./period-table";

interface ChangedWeek extends OwnerWeek {
  readonly table: Table;
  readonly columns: PeriodColumns;
}

/** The weeks whose events a transaction changed. They are packed once, before its commit. */
export class ChangedWeeks {
  readonly #weeks = new Map<string, ChangedWeek>();

  /** Notes an event before or after a change. */
  add(table: Table, row: Row): void {
    const columns = periodColumns(table.resource);
    if (!columns) return;
    const one = weekOfEvent(row, columns);
    this.#weeks.set(`${one.projectId} ${one.ownerId} ${one.week}`, { ...one, table, columns });
  }

  /** Packs the noted weeks, and lets other requests run between two of them. */
  async write(context: ReadContext): Promise<void> {
    const giveTurn = yieldEvery();
    for (const one of this.#weeks.values()) {
      await giveTurn();
      await packWeek(context, one.table, one.columns, one);
    }
    this.#weeks.clear();
  }
}
