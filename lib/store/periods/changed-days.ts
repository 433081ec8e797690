import type { Row } from "@/lib/schema/row";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { packDay } from "./pack-day";
import { dayOfEvent, type OwnerDay, type PeriodColumns, periodColumns } from "./period-table";

interface ChangedDay extends OwnerDay {
  readonly table: Table;
  readonly columns: PeriodColumns;
}

/** The days whose events a transaction changed. They are packed once, before its commit. */
export class ChangedDays {
  readonly #days = new Map<string, ChangedDay>();

  /** Notes an event before or after a change. */
  add(table: Table, row: Row): void {
    const columns = periodColumns(table.resource);
    if (!columns) return;
    const one = dayOfEvent(row, columns);
    this.#days.set(`${one.projectId} ${one.ownerId} ${one.day}`, { ...one, table, columns });
  }

  /** Packs the noted days. */
  async write(context: ReadContext): Promise<void> {
    for (const one of this.#days.values()) await packDay(context, one.table, one.columns, one);
    this.#days.clear();
  }
}
