import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formColumns, isEmpty } from "@/components/fields/form-values";
import { RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { FieldValue } from "@/components/fields/registry/values";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { isProblem } from "@/lib/client/http/problem";
import { keys, type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { deleteRecord } from "@/lib/client/saving/mutations";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

/** A value that changed. */
interface Changed {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Deletes a record at the version the user saw when the confirmation opened. `deleteSeen` returns
 * false after a concurrent change; then `changed` lists it, and the next call accepts that version.
 */
export function useDeleteIfUnchanged(resource: Resource, record: Row) {
  const client = useQueryClient();
  const id = String(record._id);
  const [first] = useState(record);
  const [etag, setEtag] = useState(
    () => client.getQueryData<RecordRead>(keys.get(resource, id))?.etag,
  );
  const [changed, setChanged] = useState<readonly Changed[]>();
  const deleteSeen = async (): Promise<boolean> => {
    try {
      await deleteRecord(resource, id, etag);
      return true;
    } catch (error) {
      if (!isProblem(error, "precondition_failed")) throw error;
      const now = await client.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 });
      setEtag(now.etag);
      setChanged(changesBetween(resource, first, now.record));
      return false;
    }
  };
  return { changed, deleteSeen };
}

function changesBetween(resource: Resource, first: Row, now: Row): readonly Changed[] {
  const all = formColumns(resource).map((column) => ({
    column,
    before: first[column.name] ?? null,
    after: now[column.name] ?? null,
  }));
  return all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** Lists the changes to a record since its deletion was requested. */
export function ChangesSinceAsked(props: {
  readonly resource: Resource;
  readonly changes: readonly Changed[];
}) {
  const { resource, changes } = props;
  const rows = changes.flatMap(({ column, before, after }) => [
    { [column.name]: before },
    { [column.name]: after },
  ]);
  return (
    <div role="alert" className="grid gap-2 border-warn border-l-2 pl-3 text-13">
      <p>
        Another user changed this {inSentence(resource.name)} after you opened this dialog.
        {changes.length === 0 && " The editable fields are unchanged."}
      </p>
      <RecordLabels ask={referencedIds(resource, rows)}>
        <dl className="grid max-h-48 gap-2 overflow-y-auto">
          {changes.map(({ column, before, after }) => (
            <div key={column.name} className="min-w-0">
              <dt className="text-ink-muted">{titleOf(column)}</dt>
              <dd className="wrap-anywhere text-ink-strong">
                <Shown column={column} value={before} />{" "}
                <span className="text-ink-muted">is now</span>{" "}
                <Shown column={column} value={after} />
              </dd>
            </div>
          ))}
        </dl>
      </RecordLabels>
    </div>
  );
}

function Shown({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  if (isEmpty(value)) return <span className="text-ink-muted">empty</span>;
  return (
    <span className="inline-block max-w-full align-top">
      <FieldValue column={column} value={value} />
    </span>
  );
}
