import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { PartError } from "@/components/errors/part-error";
import { UnreadableReferences } from "@/components/resource/saving/unreadable-references";
import { Skeleton } from "@/components/ui/skeleton";
import { mayRead, useProject } from "@/lib/client/project/project";
import type { ColumnReferences } from "@/lib/client/queries/references";
import { referencesToAll } from "@/lib/client/queries/references";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Plan } from "./bulk-actions";
import { countOf } from "./record-counts";

/** Reads what else is deleted with the records of a plan. Idle for other actions. */
export function useDeleteEffects(
  resource: Resource,
  writing: "update" | "delete",
  plan: Plan | undefined,
) {
  const moment = useId();
  const context = useProject();
  const ids = (plan?.records ?? []).map(({ record }) => String(record._id));
  return useQuery({
    queryKey: ["bulk", "references", moment],
    queryFn: () => referencesToAll(resource, ids, (from) => mayRead(context, from)),
    enabled: writing === "delete" && ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/**
 * Shows what else is deleted with the records, in total, which kinds are not counted because the user
 * may not read them, and that deletion is permanent.
 */
export function DeleteEffects({ uses }: { readonly uses: ReturnType<typeof useDeleteEffects> }) {
  return (
    <div className="grid gap-2 text-13">
      {uses.isPending && <Skeleton className="w-2/3" />}
      {uses.error && (
        <PartError
          what="uses of the records"
          error={uses.error}
          onRetry={() => void uses.refetch()}
        />
      )}
      {uses.data && (
        <>
          <ReferenceCounts
            uses={uses.data.data}
            goes="refused"
            lead="Records that are in use cannot be deleted. Used by"
          />
          <ReferenceCounts uses={uses.data.data} goes="removed" lead="Deleted with them" />
          <ReferenceCounts uses={uses.data.data} goes="cleared" lead="Lose their reference" />
          <ReferenceCounts uses={uses.data.data} goes="kept" lead="Keep a dangling reference" />
          {uses.data.data.length + uses.data.unreadable.length === 0 && (
            <p>No records refer to them.</p>
          )}
          <UnreadableReferences paths={uses.data.unreadable} to="them" />
        </>
      )}
      <p className="font-medium text-ink-strong">This cannot be undone.</p>
    </div>
  );
}

function ReferenceCounts(props: {
  readonly uses: readonly ColumnReferences[];
  readonly goes: ColumnReferences["whenTargetGoes"];
  readonly lead: string;
}) {
  const fitting = props.uses.filter(({ whenTargetGoes }) => whenTargetGoes === props.goes);
  const counts = fitting.flatMap(({ resource, count }) => {
    const kind = resourceAt(resource);
    return kind ? [countOf(kind, count)] : [];
  });
  if (counts.length === 0) return null;
  return (
    <p className={props.goes === "refused" ? "text-danger" : undefined}>
      {props.lead}: {counts.join(", ")}.
    </p>
  );
}
