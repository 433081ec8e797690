import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { findRows, inProject } from "@/lib/client/queries/queries";
import { shapeOf } from "@/lib/schema/shape";
import type { Checked } from "./check";

/** Warns if another record has the same values in the columns by which records should differ. */
export async function duplicateRecord(checked: Checked): Promise<string | undefined> {
  const { resource, project, id, values, signal } = checked;
  const query = { ...values, ...(id !== undefined && { _id: { _type: "NotEqual", value: id } }) };
  const ask = { query: inProject(resource, project, query), select: { _id: true }, limit: 1 };
  const found = await findRows(resource, ask, signal);
  if (found.length === 0) return undefined;
  const { byColumn } = shapeOf(resource);
  const titles = Object.keys(values).flatMap((name) => {
    const column = byColumn.get(name);
    return column ? [titleOf(column)] : [];
  });
  const same = `${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;
  return `Another ${inSentence(resource.name)} has the same ${same}.`;
}
