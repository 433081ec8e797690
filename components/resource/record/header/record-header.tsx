import { type ReactNode, useEffect } from "react";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import { RecordPresence } from "@/components/resource/presence/record-presence";
import type { RecordProps } from "@/components/resource/record-props";
import { classes } from "@/components/ui/styles";
import { recordNumber, recordTitle, titleColumn } from "@/components/words/record-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { useLabel } from "@/lib/client/queries/labels";
import { RecordActions } from "./record-actions";
import { StateLine } from "./state-line";

/** The name, state and actions of a record. Sets the title of the browser's tab. */
export function RecordHeader({ resource, record }: RecordProps) {
  const label = useLabel(resource.path, String(record._id));
  const title = recordTitle(resource, record, label);
  const number = recordNumber(resource, record);
  const name = number ?? title;

  // The title of the browser's tab is outside of this page's tree.
  useEffect(() => {
    document.title = `${number === undefined ? "" : `${number} `}${title} · Tocsin`;
  }, [number, title]);

  return (
    <header className="grid gap-2 pb-4 pointer-coarse:gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex items-center gap-2">
            <p className="text-12 text-ink-muted">{sentenceCase(resource.name)}</p>
            <RecordPresence path={resource.path} id={String(record._id)} />
          </div>
          <Named resource={resource} record={record}>
            <h1
              className={classes(
                "wrap-anywhere text-pretty font-semibold text-ink-strong",
                title.length > longTitle ? "max-h-36 overflow-y-auto text-16" : "text-20",
              )}
              {...(title.length > longTitle && { tabIndex: 0 })}
            >
              {number !== undefined && (
                <span className="mr-2 font-normal text-ink-muted tabular-nums">{number}</span>
              )}
              <bdi>{title}</bdi>
            </h1>
          </Named>
        </div>
        <RecordActions resource={resource} record={record} name={name} title={title} />
      </div>
      <StateLine resource={resource} record={record} />
    </header>
  );
}

/** Names longer than this scroll, so that they do not push the record off the screen. */
const longTitle = 200;

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
