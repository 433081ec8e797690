import { PartError } from "@/components/errors/part-error";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { ActionsMenu } from "@/components/ui/overlay/actions-menu";
import { MenuItem } from "@/components/ui/overlay/menu-parts";
import { Skeleton } from "@/components/ui/skeleton";
import { useClock } from "@/lib/client/device/clock";
import { fullTime } from "@/lib/client/device/times";
import { isProblem } from "@/lib/client/http/problem";
import { useStory } from "@/lib/client/queries/story-pages";
import { Entries } from "./entries";
import { exportTimeline } from "./export-timeline";
import { KindFilters, useStoryFilters } from "./filters";
import { JumpTo } from "./jump-to";
import { MoreEntries } from "./more-entries";
import { StoryLabels } from "./story-labels";

/** The story of a record: what happened to it and around it, in one order. */
export function Timeline({ resource, record }: RecordProps) {
  const id = String(record._id);
  const filters = useStoryFilters();
  const { ask, order, marked, hidden, at, flip, toggle, jumpTo } = filters;
  const story = useStory(resource, id, ask);
  const { first, pages, entries, hasMore, isLoadingMore, error, loadMore } = story;
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const incomplete = [...new Set(pages.flatMap((page) => page.incomplete))];
  // The page tells it above.
  const isDeleted = first.data !== undefined && isProblem(error, "not_found");
  return (
    <section aria-label="Timeline" className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b pb-2">
        <h2 className="font-semibold text-14 text-ink-strong">Timeline</h2>
        <KindFilters kinds={kinds} hidden={hidden} onToggle={toggle} />
        <span className="ml-auto flex flex-wrap items-center gap-1">
          <a
            href="#facts"
            className="inline-flex items-center px-2 text-13 text-ink-muted underline underline-offset-2 lg:hidden pointer-coarse:min-h-11"
          >
            Facts
          </a>
          <Button size="small" look="quiet" onPress={flip}>
            {order === "newest" ? "Oldest first" : "Newest first"}
          </Button>
          <JumpTo onJump={jumpTo} />
          <ActionsMenu label="Timeline actions">
            <MenuItem onAction={() => void exportTimeline(resource, record, ask.kinds)}>
              Export as Markdown
            </MenuItem>
          </ActionsMenu>
        </span>
      </div>
      {at !== null && <Begins {...{ at, order }} onEnd={() => jumpTo(null)} />}
      {error && !isDeleted && <PartError what="timeline" error={error} onRetry={story.retry} />}
      {first.isPending && !error && <TimelineSkeleton />}
      <StoryLabels pages={pages}>
        <Entries {...{ resource, entries, marked }} label={`Timeline, ${order} first`} />
      </StoryLabels>
      {first.data && entries.length === 0 && (
        <p className="py-2 text-13 text-ink-muted">
          {hidden.length > 0 || at !== null
            ? "No entries match. Show more kinds, or another time."
            : "Nothing has happened yet. Notes, states and changes appear here."}
        </p>
      )}
      {incomplete.length > 0 && (
        <p className="text-12 text-ink-muted">
          Some entries may be missing, because reading them takes too long: {incomplete.join(", ")}.
        </p>
      )}
      {hasMore && (
        <MoreEntries isPending={isLoadingMore} onMore={loadMore} count={entries.length} />
      )}
    </section>
  );
}

function Begins(props: {
  readonly at: string;
  readonly order: "newest" | "oldest";
  readonly onEnd: () => void;
}) {
  const { zone } = useClock();
  const where = props.order === "newest" ? "Up to" : "From";
  return (
    <p className="flex flex-wrap items-center gap-3 text-13 text-ink-muted">
      {where} {fullTime(props.at, zone)}
      <Button ref={passFocusOn} size="small" onPress={props.onEnd}>
        Show all
      </Button>
    </p>
  );
}

/** As high as the first entries, so that little moves when they come. */
function TimelineSkeleton() {
  return (
    <div aria-hidden="true" className="grid min-h-96 content-start gap-5 pt-3">
      {["w-1/2", "w-2/3", "w-1/3", "w-3/5", "w-1/2"].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
        <Skeleton key={at} className={width} />
      ))}
    </div>
  );
}
