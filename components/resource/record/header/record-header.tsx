import type { RecordProps } from "@/components/resource/record-props";
import { RecordActions } from "./record-actions";
import { RecordHeading } from "./record-heading";
import { StateLine } from "./state-line";

/** The name, state and actions of a record. */
export function RecordHeader({ resource, record }: RecordProps) {
  return (
    <header className="grid gap-2 pb-4 pointer-coarse:gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <RecordHeading resource={resource} record={record} />
        <RecordActions resource={resource} record={record} />
      </div>
      <StateLine resource={resource} record={record} />
    </header>
  );
}
