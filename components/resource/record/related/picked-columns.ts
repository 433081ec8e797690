import { formColumns } from "@/components/fields/form-values";
import { defaultRecord } from "@/components/resource/saving/default-record";
import type { Column } from "@/lib/schema/shape";
import type { RelatedSet } from "./related-sets";

/**
 * Returns the relations that a new record of a set needs besides the record itself, if it needs
 * nothing else; undefined for records with a form of their own.
 */
export function pickedColumns(set: RelatedSet): readonly Column[] | undefined {
  const given = defaultRecord(set.resource, new Date(0));
  const needed = formColumns(set.resource).filter(
    ({ name, field }) =>
      field.required === true &&
      !field.madeByServer &&
      field.to !== "project" &&
      name !== set.column &&
      given[name] === undefined,
  );
  const isPicked = ({ relation }: Column) => relation !== undefined;
  return needed.length > 0 && needed.every(isPicked) ? needed : undefined;
}
