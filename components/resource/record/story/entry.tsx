import { Paperclip } from "lucide-react";
import { Fragment, memo } from "react";
import { FilesValue } from "@/components/fields/file/value";
import { Markdown } from "@/components/fields/markdown/markdown";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { ValueChange } from "@/components/resource/record/history/value-change";
import { Badge } from "@/components/ui/badge";
import { classes } from "@/components/ui/styles";
import { titleOf } from "@/components/words/field-title";
import { useClock } from "@/lib/client/device/clock";
import { useHasPassed } from "@/lib/client/device/server-time";
import { ageOf, dayOf } from "@/lib/client/device/times";
import type { StoryActor, StoryEntry } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { EntryIcon } from "./entry-icon";
import { entryFiles, entryTexts } from "./entry-texts";
import { anchorOf, EntryTime } from "./entry-time";
import { actorName, type Part, sentenceOf } from "./sentence";

interface Props {
  /** The resource of the record whose story this is. */
  readonly of: Resource;
  readonly entry: StoryEntry;
  /** The day, if the entry before it is of another day. */
  readonly isNewDay: boolean;
  /** Time between the entry shown before and this one, in milliseconds, if it is worth a line. */
  readonly gapMs: number | undefined;
  /** How long the state held that this entry began, in milliseconds. */
  readonly lastedMs: number | undefined;
  readonly isMarked: boolean;
  /** Its place among the entries that are loaded, and their number. */
  readonly place: number;
  readonly count: number;
  /** The heights of the entries left out before and after it, in pixels. */
  readonly before: number;
  readonly after: number;
}

/**
 * One entry of a timeline. Performance: each scroll step would render all entries in view again, so
 * equal props keep an entry.
 */
export const Entry = memo(function Entry(props: Props) {
  const { of, entry, isNewDay, gapMs, lastedMs, isMarked } = props;
  const { place, count, before, after } = props;
  const { zone } = useClock();
  return (
    <li
      id={anchorOf(entry.id)}
      aria-posinset={place + 1}
      aria-setsize={count}
      style={{ marginTop: before, marginBottom: after }}
      className="min-w-0 scroll-mt-4 md:scroll-mt-56"
    >
      {isNewDay && (
        <h3 className="pt-4 pb-1 font-semibold text-12 text-ink-muted">{dayOf(entry.at, zone)}</h3>
      )}
      {gapMs !== undefined && (
        <p className="ml-[5.1rem] border-line-strong border-l border-dashed py-1 pl-5 text-12 text-ink-muted">
          {ageOf(gapMs)} between
        </p>
      )}
      <div
        className={classes(
          "grid grid-cols-[3.75rem_1.25rem_minmax(0,1fr)] items-baseline gap-x-2 rounded-sm px-1 py-1.5 text-13",
          isMarked && "bg-accent-soft",
        )}
      >
        <span>
          <EntryTime id={entry.id} at={entry.at} />
        </span>
        <span className="grid h-5 place-items-center self-start text-ink-muted">
          <EntryIcon entry={entry} />
        </span>
        <div className="grid min-w-0 gap-1.5">
          <p className="wrap-anywhere text-ink [unicode-bidi:plaintext]">
            <Sentence parts={sentenceOf(of, entry)} />
            {lastedMs !== undefined && (
              <span className="text-ink-muted tabular-nums"> for {ageOf(lastedMs)}</span>
            )}
            {entry.isComputed && (
              <span className="text-ink-muted"> (computed from the policy)</span>
            )}
            {resourceAt(entry.subject.resource)?.readByVisitors && (
              <span className="ml-2">
                <PublicBadge at={entry.at} />
              </span>
            )}
          </p>
          <Body of={of} entry={entry} />
        </div>
      </div>
    </li>
  );
});

/** Marks a note that visitors read. They read it from its time on. */
function PublicBadge({ at }: Pick<StoryEntry, "at">) {
  return <Badge>{useHasPassed(at) ? "public" : "public from this time on"}</Badge>;
}

function Sentence({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places.
    <Fragment key={at}>{typeof part === "string" ? part : <Named part={part} />}</Fragment>
  ));
}

function Named({ part }: { readonly part: Exclude<Part, string> }) {
  if ("path" in part) return <RecordReference path={part.path} id={part.id} />;
  return <Actor actor={part.actor} />;
}

function Actor({ actor }: { readonly actor: StoryActor }) {
  return <strong className="font-medium text-ink-strong">{actorName(actor)}</strong>;
}

/** The text of a note, a cause or a message, and the changed values. */
function Body({ of, entry }: Pick<Props, "of" | "entry">) {
  const texts = entryTexts(entry);
  const files = entryFiles(entry);
  return (
    <>
      {texts.map((text) => (
        <div key={text} className="border-line border-l-2 pl-3">
          <Markdown text={text} />
        </div>
      ))}
      {files.length > 0 && (
        <div className="flex items-baseline gap-2 border-line border-l-2 pl-3 text-13">
          <Paperclip size={14} aria-label="Attached" className="shrink-0 self-center" />
          <FilesValue value={files} />
        </div>
      )}
      {entry.changes && entry.verb === "changed" && <Changes of={of} entry={entry} />}
      {entry.isShortened && texts.length === 0 && (
        <p className="text-12 text-ink-muted">Long values are left out here.</p>
      )}
    </>
  );
}

function Changes({ of, entry }: Pick<Props, "of" | "entry">) {
  const { byColumn } = shapeOf(of);
  return (
    <dl className="grid gap-1">
      {(entry.changes ?? []).map(({ field, before, after }) => {
        const column = byColumn.get(field);
        if (!column) return null;
        return (
          <div key={field} className="grid min-w-0 gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-ink-muted">{titleOf(column)}</dt>
            <dd className="min-w-0">
              <ValueChange column={column} before={before} after={after} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
