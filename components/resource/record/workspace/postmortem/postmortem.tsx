import { Suspense, useState } from "react";
import { Markdown } from "@/components/fields/markdown/markdown";
import { flagIsOff } from "@/components/resource/record/workspace/notes/visitors";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { useClock } from "@/lib/client/device/clock";
import { useHasPassed } from "@/lib/client/device/server-time";
import { fullTime } from "@/lib/client/device/times";
import { mayUse, useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import type { JsonValue } from "@/lib/schema/json";
import type { Lifecycle } from "@/lib/schema/lifecycle";
import { usePublish } from "./use-publish";

const PostmortemEditor = lazyWithRetry(
  async () => (await import("./postmortem-editor")).PostmortemEditor,
);

/**
 * The postmortem of a record that is over: none yet, a draft, or published. Absent while the record
 * is open and nothing is written.
 */
export function Postmortem({ resource, record }: RecordProps) {
  const context = useProject();
  const lifecycle = lifecycleOf(resource);
  const state = useLabel(lifecycle?.states.path ?? "", String(record[lifecycle?.state.name ?? ""]));
  const fields = resource.lifecycle?.postmortem;
  if (!fields) return null;
  const isOver = state !== undefined && state !== "missing" && state.glyph === "state-4";
  const mayWrite = mayUse(context, resource, "update");
  const text = String(record[fields.text] ?? "");
  if (text.trim() === "" && !(isOver && mayWrite)) return null;
  return (
    <section aria-label="Postmortem" className="grid gap-2 border-line border-y py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-14 text-ink-strong">Postmortem</h2>
        <Progress isWritten={text.trim() !== ""} published={record[fields.published] ?? null} />
        <Readers {...{ resource, record, fields }} />
        {mayWrite && <PostmortemActions {...{ resource, record, fields }} />}
      </div>
      {text.trim() !== "" && (
        <details className="text-13">
          <summary className="cursor-pointer text-ink-muted pointer-coarse:py-3">Read</summary>
          <div className="pt-2">
            <Markdown text={text} />
          </div>
        </details>
      )}
    </section>
  );
}

function Progress(props: { readonly isWritten: boolean; readonly published: JsonValue }) {
  const { zone } = useClock();
  const { isWritten, published } = props;
  const hasPassed = useHasPassed(String(published));
  const draft = isWritten ? "Draft" : "Not started";
  const step = hasPassed ? "Published" : "Will be published";
  return (
    <span className="text-13 text-ink-muted">
      {typeof published === "string" ? `${step} ${fullTime(published, zone)}` : draft}
    </span>
  );
}

/** Says whether visitors of status pages read a published postmortem, or will. */
function Readers({ resource, record, fields }: ActionsProps) {
  const hasPassed = useHasPassed(String(record[fields.published]));
  const hiding = resource.lifecycle?.shownToVisitors?.record;
  if (typeof record[fields.published] !== "string") return null;
  if (record[fields.shownToVisitors] !== true)
    return <span className="text-13 text-ink-muted">Only users of this project read it</span>;
  const isHidden = hiding !== undefined && record[hiding] !== true;
  return (
    <span className="text-13 text-ink-muted">
      {isHidden
        ? `Visitors do not read it: ${flagIsOff(resource)}`
        : `Visitors of status pages read it${hasPassed ? "" : " from then on"}`}
    </span>
  );
}

interface ActionsProps extends RecordProps {
  readonly fields: NonNullable<Lifecycle["postmortem"]>;
}

function PostmortemActions({ resource, record, fields }: ActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const { publish, show, isPending } = usePublish(resource, record);
  const isShown = record[fields.shownToVisitors] === true;
  const isPublished = typeof record[fields.published] === "string";
  const isWritten = String(record[fields.text] ?? "").trim() !== "";
  return (
    <span className="ml-auto flex flex-wrap justify-end gap-2">
      <Button size="small" onPress={() => setEditing(true)}>
        {isWritten ? "Edit postmortem" : "Start postmortem"}
      </Button>
      {(isWritten || isPublished) && (
        <Button size="small" isPending={isPending} onPress={() => publish(!isPublished)}>
          {isPublished ? "Withdraw" : "Publish"}
        </Button>
      )}
      {isPublished && (
        <Button size="small" isPending={isPending} onPress={() => show(!isShown)}>
          {isShown ? "Hide from visitors" : "Show to visitors"}
        </Button>
      )}
      {isEditing && (
        <Suspense>
          <PostmortemEditor
            {...{ resource, record }}
            name={fields.text}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
