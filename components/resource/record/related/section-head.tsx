import { listPathForIds } from "@/components/resource/list/query/list-paths";
import { Button, ButtonLink } from "@/components/ui/button";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Column } from "@/lib/schema/shape";
import { orderColumn, type RelatedSet } from "./related-sets";

/** The open part of a section: above its rows, or in place of them. */
export type Work = "adding" | "ordering" | undefined;

interface HeadProps {
  readonly set: RelatedSet;
  readonly work: Work;
  readonly picked: readonly Column[] | undefined;
  /** Undefined until it is known. */
  readonly count: number | undefined;
  readonly onWork: (work: Work) => void;
}

/** The title of a set with its count, and the buttons that order its records and add one. */
export function SectionHead({ set, work, picked, count, onWork }: HeadProps) {
  const context = useProject();
  const { resource, title, how } = set;
  const may = (right: "create" | "update") =>
    set.isDirect && resource.operations.includes(right) && mayUse(context, resource, right);
  const mayOrder = may("update") && orderColumn(set) !== undefined && (count ?? 0) > 1;
  const isOrdering = work === "ordering";
  return (
    <div className="flex min-h-9 items-center gap-1 border-line border-b">
      <h2 className="mr-auto min-w-0 truncate font-semibold text-13 text-ink-strong">
        <a
          href={listPathForIds(context.base, resource, set.column, set.ids)}
          className="hover:underline pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-3"
        >
          {title}
        </a>
        {how !== undefined && <span className="font-normal text-ink-muted"> {how}</span>}
        {count !== undefined && (
          <span className="ml-2 font-normal text-ink-muted tabular-nums">{count}</span>
        )}
      </h2>
      {mayOrder && (
        <Button
          size="small"
          look="quiet"
          onPress={() => onWork(isOrdering ? undefined : "ordering")}
        >
          {isOrdering ? "Done" : "Order"}
          <span className="sr-only">
            {isOrdering ? " ordering" : ""} {title}
          </span>
        </Button>
      )}
      {may("create") && picked && (
        <Button
          size="small"
          look="quiet"
          onPress={() => onWork(work === "adding" ? undefined : "adding")}
        >
          Add
          <span className="sr-only"> to {title}</span>
        </Button>
      )}
      {may("create") && !picked && (
        <ButtonLink
          size="small"
          look="quiet"
          href={`${context.base}/${resource.path}/new?${set.column}=${set.ids[0]}`}
        >
          Add
          <span className="sr-only"> to {title}</span>
        </ButtonLink>
      )}
    </div>
  );
}
