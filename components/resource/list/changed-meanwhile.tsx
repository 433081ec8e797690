"use client";

import { CellValue } from "@/components/fields/cells/cells";
import { titleOf } from "@/components/fields/title";
import { idsIn, RecordLabels } from "@/components/resource/record-labels";
import { Button } from "@/components/ui/button";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly before: Row;
  readonly now: Row;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** What someone else changed of a record while one of its values was being typed, and whose value is to stay. */
export function ChangedMeanwhile(props: Props) {
  const { resource, column, before, now, onKeepMine, onTakeTheirs } = props;
  const changed = shapeOf(resource).columns.filter(
    ({ name, field }) =>
      field.writtenBy !== "server" && JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  const isOurs = changed.some(({ name }) => name === column.name);
  const others = changed.filter(({ name }) => name !== column.name).map(titleOf);
  const value = now[column.name] ?? null;
  return (
    <div role="alert" className="grid gap-2 border-warn border-l-3 pl-3 text-13">
      <p>
        {isOurs ? "Someone else changed this meanwhile. It is now:" : "Someone else changed "}
        {!isOurs && (others.join(", ") || "this record")}
        {!isOurs && " meanwhile, and not this value."}
      </p>
      {isOurs && (
        <RecordLabels ask={idsIn(resource, [now])}>
          <p className="wrap-anywhere font-medium text-ink-strong">
            {value === null || value === "" ? "empty" : <CellValue column={column} value={value} />}
          </p>
        </RecordLabels>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onPress={onTakeTheirs}>
          {isOurs ? "Keep theirs" : "Cancel"}
        </Button>
        <Button size="small" look="primary" onPress={onKeepMine}>
          {isOurs ? "Save mine" : "Save"}
        </Button>
      </div>
    </div>
  );
}
