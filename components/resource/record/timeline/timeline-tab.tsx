import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { ErrorMessage } from "@/components/errors/error-message";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useClock } from "@/lib/client/device/clock";
import { durationOf, fullTime } from "@/lib/client/device/times";
import { isJsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { mergeTimeline, type TimelinePart, type TimelineRow } from "./merge-timeline";
import { TimelineEntry } from "./timeline-entry";
import { maxPerKind, useTimeline } from "./use-timeline";

/** All events of a record and around it, in one order, with the gaps between them. */
export function TimelineTab({ resource, record }: RecordProps) {
  const { parts, cut, isPending, error } = useTimeline(resource, record);
  const [order, setOrder] = useQueryState(
    "order",
    parseAsStringLiteral(["newest", "oldest"]).withDefault("newest"),
  );
  const [left, setLeft] = useQueryState("hide", parseAsArrayOf(parseAsString).withDefault([]));
  const shown = parts.filter((part) => !left.includes(part.resource.path));
  const toggle = (path: string) =>
    setLeft(left.includes(path) ? left.filter((one) => one !== path) : [...left, path]);
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-1.5" aria-label="Shown kinds">
          {parts.map((part) => (
            <Kind
              key={part.resource.path}
              part={part}
              isShown={!left.includes(part.resource.path)}
              onToggle={() => void toggle(part.resource.path)}
            />
          ))}
        </fieldset>
        <Button
          size="small"
          look="quiet"
          onPress={() => void setOrder(order === "newest" ? "oldest" : "newest")}
        >
          {order === "newest" ? "Oldest first" : "Newest first"}
        </Button>
      </div>
      {error && (
        <p role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
      {isPending && <Skeleton className="w-1/2" />}
      <RecordLabels ask={mergeLabelRequests(...parts.map((part) => idsOf(resource, part)))}>
        <ol aria-label={`Timeline, ${order} first`} className="grid">
          {mergeTimeline(shown, order).map((step) => (
            <TimelineItem key={step.event.key} of={resource} step={step} />
          ))}
        </ol>
      </RecordLabels>
      {!isPending && shown.length === 0 && (
        <p className="text-13 text-ink-muted">No events of these kinds.</p>
      )}
      {cut.length > 0 && (
        <p className="text-12 text-ink-muted">
          Of {cut.join(", ")}, only the latest {maxPerKind} are shown. Related and History show all.
        </p>
      )}
    </div>
  );
}

function Kind(props: {
  readonly part: TimelinePart;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}) {
  const { part, isShown, onToggle } = props;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onToggle}
      className="cursor-pointer rounded-sm border border-line-strong px-2 py-0.5 text-12 text-ink-muted aria-pressed:bg-surface-sunken aria-pressed:text-ink-strong pointer-coarse:py-3"
    >
      {part.title} <span className="tabular-nums">{part.rows.length}</span>
    </button>
  );
}

function TimelineItem({ of, step }: { readonly of: Resource; readonly step: TimelineRow }) {
  const { zone } = useClock();
  const { event, gapMs } = step;
  return (
    <li className="min-w-0">
      {gapMs !== undefined && (
        <p className="ml-1 border-line-strong border-l border-dashed py-1.5 pl-5 text-12 text-ink-muted">
          {durationOf(gapMs)} between
        </p>
      )}
      <div className="relative ml-1 grid gap-0.5 border-line border-l py-2 pl-5 text-13 before:absolute before:top-4 before:-left-[4px] before:size-[7px] before:rounded-full before:bg-line-strong">
        <time dateTime={event.at} className="text-12 text-ink-muted tabular-nums">
          {fullTime(event.at, zone)}
        </time>
        <TimelineEntry of={of} resource={event.resource} row={event.row} />
      </div>
    </li>
  );
}

/** Returns the ids in entries: their own, those of their relations, and those in changes. */
function idsOf(of: Resource, { resource, rows }: TimelinePart) {
  const sides = rows.flatMap(({ before = null, after = null }) =>
    [before, after].filter(isJsonObject),
  );
  return mergeLabelRequests(referencedIds(resource, rows), referencedIds(of, sides), {
    [resource.path]: rows.map(({ _id }) => String(_id)),
  });
}
