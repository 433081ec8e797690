import { FactRow } from "@/components/resource/record/facts/fact-row";
import type { RecordProps } from "@/components/resource/record-props";
import { ageOf } from "@/lib/client/device/times";
import { labelKey, useLabels } from "@/lib/client/queries/labels";
import type { Lifecycle } from "@/lib/client/saving/lifecycle";
import type { Story } from "@/lib/contract/records/story";
import type { Glyph } from "@/lib/schema/record/glyph";
import { recordTimes } from "./record-times";

interface Props extends RecordProps {
  readonly lifecycle: Lifecycle;
  readonly story: Story | undefined;
}

/** How long it took to take a record on, and to resolve it. */
export function ResponseTimes({ record, lifecycle, story }: Props) {
  const labels = useLabels();
  if (!story) return null;
  const glyphAt = (id: string): Glyph | undefined => {
    const label = labels.get(labelKey(lifecycle.states.path, id));
    return label === "missing" ? undefined : label?.glyph;
  };
  const began = Date.parse(String(record[lifecycle.began ?? ""] ?? record.createdAt));
  const { acknowledgedAfterMs } = recordTimes(new Date(began).toISOString(), story.glance);
  const { state } = story.glance ?? {};
  const isOver = state !== undefined && glyphAt(state._id) === "state-4";
  const resolved = isOver && state.since !== null ? Date.parse(state.since) : undefined;
  return (
    <>
      {acknowledgedAfterMs !== undefined && (
        <FactRow title="Time to acknowledge">{ageOf(acknowledgedAfterMs)}</FactRow>
      )}
      {resolved !== undefined && (
        <FactRow title="Time to resolve">{ageOf(Math.max(0, resolved - began))}</FactRow>
      )}
    </>
  );
}
