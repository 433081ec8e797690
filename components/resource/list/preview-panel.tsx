import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { memo, useDeferredValue } from "react";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { RecordActions } from "@/components/resource/record/header/record-actions";
import { useRecordNames } from "@/components/resource/record/header/record-heading";
import { StateLine } from "@/components/resource/record/header/state-line";
import { StepButtons } from "@/components/resource/record/header/step-buttons";
import { ReadError } from "@/components/resource/record/read-problem";
import type { RecordProps } from "@/components/resource/record-props";
import { ButtonLink } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import { recordNumber, recordTitle } from "@/components/words/record-title";
import { isProblem } from "@/lib/client/http/problem";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { StaleBanner } from "./empty/stale-banner";
import { FilledFields } from "./filled-fields";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  /** The fields of the record in the list's data, rendered at once. */
  readonly known: Row | undefined;
  readonly onClose: () => void;
}

/** Preview panel of a record beside the list. */
export function PreviewPanel({ resource, id, known, onClose }: Props) {
  const { base } = useProject();
  const { data, error, refetch } = useQuery(recordQuery(resource, id));
  const record = data?.record ?? known;
  const isLost = error && (!data || isProblem(error, "forbidden", "not_found"));
  // Performance: rendering all fields takes longer than a frame. The first preview renders the
  // title at once.
  const drawn = useDeferredValue(record, null);
  const isWhole = useDeferredValue(data !== undefined);
  // Performance: the layout of a narrower table of 100 rows takes longer than a frame. Until then
  // the panel overlays it.
  const isBeside = useDeferredValue(true, false);
  return (
    <aside
      aria-label="Preview"
      className={classes(
        "flex w-108 shrink-0 flex-col overflow-hidden border-line border-l bg-surface-raised shadow-lg",
        isBeside
          ? "max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20"
          : "absolute inset-y-0 right-0 z-20",
      )}
    >
      <div className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-3">
        <ButtonLink size="small" href={`${base}/${resource.path}/${id}`}>
          Open
        </ButtonLink>
        <IconButton label="Close preview" shortcut="Space" onPress={onClose} className="ml-auto">
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {isLost && <ReadError error={error} resource={resource} id={id} />}
        {error && !isLost && (
          <StaleBanner what="preview" error={error} onRetry={() => void refetch()} />
        )}
        {!isLost && !record && <Skeleton className="h-6 w-2/3" />}
        {!isLost && record && !drawn && <Name resource={resource} record={record} />}
        {!isLost && record && drawn && <Fields {...{ resource, record: drawn, isWhole }} />}
      </div>
    </aside>
  );
}

function Name({ resource, record }: RecordProps) {
  const number = recordNumber(resource, record);
  const title = useTitle({ resource, record });
  return (
    <h2 className="wrap-anywhere font-semibold text-16 text-ink-strong">
      {number !== undefined && <span className="mr-2 font-normal text-ink-muted">{number}</span>}
      {title}
    </h2>
  );
}

function useTitle({ resource, record }: RecordProps): string {
  return recordTitle(resource, record, useLabel(resource.path, String(record._id)));
}

interface FieldsProps extends RecordProps {
  /** Whether all fields are loaded. */
  readonly isWhole: boolean;
}

/** Performance: memoized, so that preparing the next record does not rerender this one. */
const Fields = memo(function Fields(props: FieldsProps) {
  const { resource, record } = props;
  const ask = mergeLabelRequests(referencedIds(resource, [record]), {
    [resource.path]: [String(record._id)],
  });
  return (
    <RecordLabels ask={ask}>
      <Body {...props} />
    </RecordLabels>
  );
});

function Body({ resource, record, isWhole }: FieldsProps) {
  const { name } = useRecordNames(resource, record);
  return (
    <div className="grid gap-4">
      <Name resource={resource} record={record} />
      {isWhole && <StateLine resource={resource} record={record} />}
      {isWhole && (
        <RecordActions {...{ resource, record }}>
          <StepButtons {...{ resource, record, name }} />
        </RecordActions>
      )}
      <FilledFields resource={resource} record={record} />
    </div>
  );
}
