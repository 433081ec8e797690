import type { ReactNode } from "react";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import { RecordPresence } from "@/components/resource/presence/record-presence";
import type { RecordProps } from "@/components/resource/record-props";
import { classes } from "@/components/ui/styles";
import { recordNumber, recordTitle, titleColumn } from "@/components/words/record-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { usePageTitle } from "@/lib/client/device/use-page-title";
import { useLabel } from "@/lib/client/queries/labels";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Returns the number and title of a record, and the name to call it by: one of both. */
export function useRecordNames(resource: Resource, record: Row) {
  const label = useLabel(resource.path, String(record._id));
  const title = recordTitle(resource, record, label);
  const number = recordNumber(resource, record);
  return { title, number, name: number ?? title };
}

/** The number and the editable title of a record. Sets the title of the browser's tab. */
export function RecordHeading({ resource, record }: RecordProps) {
  const { title, number } = useRecordNames(resource, record);

  usePageTitle(`${number === undefined ? "" : `${number} `}${title} · Tocsin`);
  return (
    <div className="min-w-0 flex-1 basis-56">
      <div className="flex items-center gap-2">
        <p className="text-12 text-ink-muted">{sentenceCase(resource.name)}</p>
        <RecordPresence path={resource.path} id={String(record._id)} />
      </div>
      <Named resource={resource} record={record}>
        <h1
          className={classes(
            "wrap-anywhere text-pretty font-semibold text-ink-strong",
            title.length > longTitle
              ? "max-h-[4lh] overflow-y-auto text-16"
              : "text-20 max-md:text-16",
          )}
          {...(title.length > longTitle && { tabIndex: 0 })}
        >
          {number !== undefined && (
            <span className="mr-2 whitespace-nowrap font-normal text-ink-muted tabular-nums">
              {number}
            </span>
          )}
          <bdi>{title}</bdi>
        </h1>
      </Named>
    </div>
  );
}

/** Names longer than this scroll, so that they do not push the record off the screen. */
const longTitle = 120;

/** The editable name, if it is the whole headline; longer ones are shown in full below. */
function Named(props: RecordProps & { readonly children: ReactNode }) {
  const { resource, record, children } = props;
  const column = titleColumn(resource);
  if (!column) return children;
  return (
    <EditableValue {...{ resource, record, column }} className="w-fit max-w-full">
      {children}
    </EditableValue>
  );
}
