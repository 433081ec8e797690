import type { RecordWriter } from "@/lib/store/port/store";
import { RareParts } from "@/lib/store/write/rare-parts";

/** Returns a writer with some functions replaced. A copy by spread would lack the rare parts. */
export function changedWriter(
  writer: RecordWriter,
  changes: Partial<Omit<RecordWriter, keyof RareParts>>,
): RecordWriter {
  const rare = new RareParts(
    () => writer.auth,
    () => writer.jobs,
  );
  return Object.assign(rare, writer, changes);
}
