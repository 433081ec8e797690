import { useQueries } from "@tanstack/react-query";
import { RecordLabels } from "@/components/fields/record-labels";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { relatedQuery, useRelatedSets } from "@/components/resource/record/related/related-tab";
import type { RecordProps } from "@/components/resource/record-props";
import { useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import { type OwnerKind, ownerKinds } from "@/lib/schema/filter-text/owners";
import type { Row } from "@/lib/schema/row";

const mostShown = 3;

/**
 * The users and teams that own a record, as far as the user may read them. "No owner" stands only where
 * the user may read all of them.
 */
export function OwnersFact({ resource, record }: RecordProps) {
  const { project } = useProject();
  const kinds = ownerKinds(resource, resourceAt).filter((kind) => kind.resource);
  const related = useRelatedSets(resource, record);
  const sets = kinds.flatMap((kind) => {
    const set = related.find((one) => one.resource === kind.resource);
    return set ? [{ kind, set }] : [];
  });
  const reads = useQueries({ queries: sets.map(({ set }) => relatedQuery(set, project._id)) });
  const read = reads.flatMap(({ data }) => data ?? []);
  if (sets.length === 0 || read.length < sets.length) return null;
  const owners = sets.flatMap(({ kind }, at) => ownersIn(kind, read[at]?.data ?? []));
  const shown = owners.slice(0, mostShown);
  const unread = read.reduce((sum, { data, count }) => sum + count - data.length, 0);
  const more = owners.length - shown.length + unread;
  if (shown.length > 0) return <OwnedBy owners={shown} more={more} />;
  return sets.length < kinds.length ? null : <span className="text-ink-muted">No owner</span>;
}

interface Owner {
  readonly path: string;
  readonly id: string;
}

/** Returns the owners that records of a kind name, each once. */
function ownersIn({ column, to }: OwnerKind, rows: readonly Row[]): readonly Owner[] {
  const ids = rows.map((row) => row[column]).filter((id) => typeof id === "string");
  return [...new Set(ids)].map((id) => ({ path: to, id }));
}

function OwnedBy({ owners, more }: { readonly owners: readonly Owner[]; readonly more: number }) {
  const ask: Record<string, string[]> = {};
  for (const { path, id } of owners) ask[path] = [...(ask[path] ?? []), id];
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-ink-muted pointer-coarse:gap-y-6">
      Owned by
      <RecordLabels ask={ask}>
        {owners.map(({ path, id }, at) => (
          <span key={id}>
            <RecordReference path={path} id={id} />
            {at < owners.length - 1 && ","}
          </span>
        ))}
      </RecordLabels>
      {more > 0 && `and ${more} more`}
    </span>
  );
}
