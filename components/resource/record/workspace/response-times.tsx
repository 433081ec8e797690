import { FactRow } from "@/components/resource/record/facts/fact-row";
import type { RecordProps } from "@/components/resource/record-props";
import { ageOf } from "@/lib/client/device/times";
import type { Lifecycle } from "@/lib/client/saving/lifecycle";
import type { StoryGlance } from "@/lib/contract/records/story";
import { recordTimes } from "./record-times";

interface Props extends RecordProps {
  readonly lifecycle: Lifecycle;
  readonly glance: StoryGlance | null | undefined;
}

/** How long it took to take a record on, and to resolve it. */
export function ResponseTimes({ record, lifecycle, glance }: Props) {
  const began = String(record[lifecycle.began ?? ""] ?? record.createdAt);
  const { acknowledgedAfterMs, resolvedAfterMs } = recordTimes(began, glance);
  return (
    <>
      {acknowledgedAfterMs !== undefined && (
        <FactRow title="Time to acknowledge">{ageOf(acknowledgedAfterMs)}</FactRow>
      )}
      {resolvedAfterMs !== undefined && (
        <FactRow title="Time to resolve">{ageOf(resolvedAfterMs)}</FactRow>
      )}
    </>
  );
}
