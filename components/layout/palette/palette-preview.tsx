import { useQuery } from "@tanstack/react-query";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { FilledFields } from "@/components/resource/list/filled-fields";
import { SkeletonLines } from "@/components/ui/skeleton";
import { recordNumber, recordTitle } from "@/components/words/record-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { visibleResource } from "@/lib/client/project/resource-at";
import { useLabel } from "@/lib/client/queries/labels";
import { recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { LineRecord } from "./command";

/** Most fields that fit beside the results. */
const mostFields = 7;

/** The record of a line: its name and its first fields. It can be read, but takes no focus. */
export function PalettePreview({ resource: path, id }: LineRecord) {
  const resource = visibleResource(useProject(), path);
  const { data, error } = useQuery(recordQuery(resource, id));
  if (error) return null;
  if (!data) return <SkeletonLines />;
  const { record } = data;
  const ask = mergeLabelRequests(referencedIds(resource, [record]), { [path]: [id] });
  return (
    <RecordLabels ask={ask}>
      <Content resource={resource} record={record} />
    </RecordLabels>
  );
}

function Content({ resource, record }: { readonly resource: Resource; readonly record: Row }) {
  const label = useLabel(resource.path, String(record._id));
  const number = recordNumber(resource, record);
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <p className="text-12 text-ink-muted">{sentenceCase(resource.name)}</p>
      <p className="wrap-anywhere font-semibold text-14 text-ink-strong">
        {number !== undefined && <span className="mr-2 font-normal text-ink-muted">{number}</span>}
        {recordTitle(resource, record, label)}
      </p>
      <div className="[&_dd]:line-clamp-4">
        <FilledFields resource={resource} record={record} most={mostFields} />
      </div>
    </div>
  );
}
