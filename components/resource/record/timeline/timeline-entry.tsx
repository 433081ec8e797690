import type { ReactNode } from "react";
import { Markdown } from "@/components/fields/markdown/markdown";
import { RecordReference } from "@/components/fields/relation/record-reference";
import {
  actorOf,
  channelText,
  fieldChanges,
  pastVerb,
} from "@/components/resource/record/history/field-changes";
import { ValueChange } from "@/components/resource/record/history/value-change";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { useNow } from "@/lib/client/device/clock";
import { durationOf } from "@/lib/client/device/times";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { changeLog } from "@/lib/resources/system/change-log";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { shapeOf } from "@/lib/schema/shape";

interface Props {
  /** The resource of the record whose timeline this is. */
  readonly of: Resource;
  readonly resource: Resource;
  readonly row: Row;
}

/** One entry of a timeline. */
export function TimelineEntry(props: Props) {
  const { of, resource } = props;
  if (resource === changeLog) return <ChangeEntry {...props} />;
  if (resource === lifecycleOf(of)?.events?.timeline) return <StateEntry {...props} />;
  return <RecordEntry {...props} />;
}

/** A state that began: its cause, and how long it held. */
function StateEntry({ of, row }: Props) {
  const now = useNow();
  const begins = lifecycleOf(of)?.events?.begins;
  if (!begins) return null;
  const ended = typeof row.endsAt === "string";
  const length = (ended ? Date.parse(String(row.endsAt)) : now) - Date.parse(String(row.startsAt));
  return (
    <Lines row={row}>
      <strong className="font-medium">
        <RecordReference path={begins.field.to ?? ""} id={String(row[begins.name])} />
      </strong>{" "}
      <span className="text-ink-muted">
        {ended
          ? `for ${durationOf(Math.max(0, length))}`
          : `for ${durationOf(Math.max(0, length))} so far`}
      </span>
    </Lines>
  );
}

/** Fields changed by a user or by a rule. */
function ChangeEntry({ of, row }: Props) {
  const lifecycle = lifecycleOf(of);
  // If the lifecycle has events, those show the state.
  const state = lifecycle?.events && lifecycle.state.name;
  const changes = fieldChanges(of, row).filter(({ column }) => column.name !== state);
  const { before, name } = actorOf(row);
  return (
    <div className="grid min-w-0 gap-1">
      <p>
        {before}
        <strong className="font-medium text-ink-strong">{name}</strong> {pastVerb(row.operation)}{" "}
        <span className="text-ink-muted">{channelText(row.channel)}</span>
      </p>
      {row.operation === "update" && (
        <dl className="grid gap-1">
          {changes.map((change) => (
            <div
              key={change.column.name}
              className="grid min-w-0 gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]"
            >
              <dt className="text-ink-muted">{titleOf(change.column)}</dt>
              <dd className="min-w-0">
                <ValueChange {...change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A related record: its resource and the record or user it refers to. */
function RecordEntry({ of, resource, row }: Props) {
  const columns = shapeOf(resource).columns.filter(
    ({ name, field }) =>
      typeof row[name] === "string" && field.writtenBy !== "server" && !field.hidden,
  );
  const named = columns.filter(
    ({ field }) => field.to !== undefined && field.to !== "project" && field.to !== of.path,
  );
  const texts = columns.filter(({ field }) => kindOf(field).isMarkdown);
  // A label that is a relation would repeat the reference.
  const isOwn = labelColumn(resource)?.relation === undefined;
  return (
    <Lines row={row} texts={texts.map(({ name }) => String(row[name]))}>
      <span className="text-ink-muted">{sentenceCase(resource.name)}</span>{" "}
      {isOwn && !texts.some(({ name }) => name === resource.label) && (
        <RecordReference path={resource.path} id={String(row._id)} />
      )}{" "}
      {named.slice(0, 3).map(({ name, field }) => (
        <span key={name} className="mr-2">
          <RecordReference path={field.to ?? ""} id={String(row[name])} />
        </span>
      ))}
    </Lines>
  );
}

function Lines(props: {
  readonly row: Row;
  readonly texts?: readonly string[];
  readonly children: ReactNode;
}) {
  const { row, children } = props;
  const texts = props.texts ?? [row.rootCause].filter((text) => typeof text === "string");
  return (
    <div className="grid min-w-0 gap-1">
      <p className="wrap-anywhere">
        {children}
        {typeof row.createdByUserId === "string" && (
          <span className="text-ink-muted">
            {" "}
            by <RecordReference path="user" id={row.createdByUserId} />
          </span>
        )}
      </p>
      {texts
        .filter((text) => text.trim() !== "")
        .map((text) => (
          <div key={text} className="max-h-64 overflow-y-auto">
            <Markdown text={text} />
          </div>
        ))}
    </div>
  );
}
