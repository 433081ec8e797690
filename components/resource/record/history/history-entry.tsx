import { RecordReference } from "@/components/fields/relation/record-reference";
import { listPathForIds } from "@/components/resource/list/query/list-paths";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { withArticle } from "@/components/words/with-article";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import { resourceAt } from "@/lib/resources/index";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import {
  actorOf,
  channelText,
  type FieldChange,
  fieldChanges,
  gerundOf,
  pastVerb,
} from "./field-changes";
import { ValueChange, ValueSide } from "./value-change";

interface Props {
  readonly resource: Resource;
  readonly entry: Row;
  /** The change that caused this one. */
  readonly cause: Row | undefined;
  /** If set, only the changes to this field are shown. */
  readonly field: string | undefined;
  readonly onField: (field: string) => void;
}

/** One entry of the change log: author, time, channel, and each field before and after. */
export function HistoryEntry({ resource, entry, cause, field, onField }: Props) {
  const { zone } = useClock();
  const now = useNow();
  const at = String(entry.at);
  const all = fieldChanges(resource, entry);
  const changes = all.filter(({ column }) => field === undefined || column.name === field);
  const isUnfolded = entry.operation === "update" || field !== undefined;
  return (
    <li className="grid min-w-0 gap-1.5 border-line border-l-2 pl-4">
      <p className="text-13">
        <Actor entry={entry} /> {pastVerb(entry.operation)}
        <span className="text-ink-muted">
          {" "}
          <ChangeChannel entry={entry} cause={cause} /> ·{" "}
          <time dateTime={at} className="tabular-nums">
            {fullTime(at, zone)}
          </time>{" "}
          · {relativeTime(at, now)}
          <Request id={entry.requestId} />
        </span>
      </p>
      {isUnfolded ? (
        <Changes {...{ changes, onField, entry }} />
      ) : (
        <details>
          <summary className="cursor-pointer text-13 text-ink-muted">
            with {all.length === 1 ? "1 field" : `${all.length} fields`}
          </summary>
          <div className="pt-1.5">
            <Changes {...{ changes, onField, entry }} />
          </div>
        </details>
      )}
    </li>
  );
}

function Actor({ entry }: { readonly entry: Row }) {
  const { base } = useProject();
  const { before, name, path } = actorOf(entry);
  const shown = <strong className="font-medium text-ink-strong">{name}</strong>;
  return (
    <>
      {before}
      {path === undefined ? (
        shown
      ) : (
        <a href={base + path} className="hover:underline">
          {shown}
        </a>
      )}
    </>
  );
}

/** Links a request to everything that it changed. */
function Request({ id }: { readonly id: Row[string] | undefined }) {
  const { base } = useProject();
  if (typeof id !== "string" || id === "") return null;
  return (
    <>
      {" · "}
      <a
        href={listPathForIds(base, changeLog, "requestId", [id])}
        title={`Everything that request ${id} changed`}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong"
      >
        request <span className="font-mono text-12">{id.slice(0, 8)}</span>
      </a>
    </>
  );
}

function Changes(props: {
  readonly entry: Row;
  readonly changes: readonly FieldChange[];
  readonly onField: (field: string) => void;
}) {
  const { entry, changes, onField } = props;
  const isUpdate = entry.operation === "update";
  return (
    <dl className="grid gap-1.5 text-13">
      {changes.map((change) => (
        <div
          key={change.column.name}
          className="grid min-w-0 gap-x-3 sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]"
        >
          <dt>
            <button
              type="button"
              title={`All values of ${titleOf(change.column)}`}
              onClick={() => onField(change.column.name)}
              className="cursor-pointer text-left text-ink-muted underline decoration-transparent underline-offset-2 hover:decoration-line-strong"
            >
              {titleOf(change.column)}
              <span className="sr-only">: show all values</span>
            </button>
          </dt>
          <dd className="min-w-0">
            {isUpdate ? (
              <ValueChange {...change} />
            ) : (
              <ValueSide column={change.column} value={change.after ?? change.before} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangeChannelProps {
  readonly entry: Row;
  readonly cause?: Row | undefined;
}

/**
 * Shows the channel of a change; for a change by a rule also the action that caused it, if known.
 */
function ChangeChannel({ entry, cause }: ChangeChannelProps) {
  const path = String(cause?.resource);
  const id = String(cause?.recordId);
  const label = useLabel(path, id);
  const name = resourceAt(path)?.name;
  const doing = gerundOf(cause?.operation);
  if (!cause || name === undefined || doing === undefined) return channelText(entry.channel);
  const isThere = label !== undefined && label !== "missing";
  return (
    <>
      by {doing} {isThere ? `the ${inSentence(name)}` : withArticle(name)}{" "}
      {isThere && <RecordReference path={path} id={id} />} {channelText(cause.channel)}
    </>
  );
}
