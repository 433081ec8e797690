import { type FormValues, sameValue, toForm } from "@/components/fields/form-values";
import { dataSentTo } from "@/lib/client/saving/sent-changes";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/**
 * Returns the columns of a merge that another user changed: without those whose value this page sent
 * itself, for example by a second editor of the record.
 */
export function changedByOthers(
  resource: Resource,
  id: string,
  taken: readonly Column[],
  theirs: FormValues,
): readonly Column[] {
  const sent = dataSentTo(id).map((data) => ({ data, values: toForm(resource, data) }));
  return taken.filter(
    ({ name, field }) =>
      !sent.some(
        ({ data, values }) => name in data && sameValue(field, values[name], theirs[name]),
      ),
  );
}
