import { project } from "@/lib/resources/settings/project";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Reader } from "@/lib/store/port/store";

/** The projects that one transaction has read, because several effects of a write need them. */
export class ProjectRows {
  readonly #reader: Reader;
  readonly #rows = new Map<string, Row>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Returns a project with every column; undefined if there is none. */
  async of(id: string): Promise<Row | undefined> {
    const known = this.#rows.get(id);
    if (known) return known;
    const [row] = await this.#reader.find(project, {
      projects: "all",
      filter: { op: "eq", column: "_id", value: id },
      columns: shapeOf(project).columnNames,
      limit: 1,
    });
    if (row) this.#rows.set(id, row);
    return row;
  }

  /** Called when the transaction has changed a project. */
  forget(): void {
    this.#rows.clear();
  }
}
