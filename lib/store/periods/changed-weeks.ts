import type { Row } from "@/lib/schema/row";
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

  /** Packs the noted weeks. */
  async write(context: ReadContext): Promise<void> {
    for (const one of this.#weeks.values()) await packWeek(context, one.table, one.columns, one);
    this.#weeks.clear();
  }
}
