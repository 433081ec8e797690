import type { ReactNode } from "react";
import { toApiValue } from "@/components/fields/form-values";
import { RecordLabels } from "@/components/fields/record-labels";
import { FieldValue } from "@/components/fields/registry/values";
import { Button } from "@/components/ui/button";
import type { Column } from "@/lib/schema/shape";
import type { ValueConflict } from "./use-save-value";

interface Props {
  readonly column: Column;
  readonly clash: ValueConflict;
  /** Names the other user and the time. */
  readonly lastEditor: ReactNode;
  readonly isSaving: boolean;
  readonly onClose: () => void;
}

/**
 * Shows a concurrent change to the value being edited, and lets the user choose which version
 * stays.
 */
export function ValueConflictNotice(props: Props) {
  const { column, clash, lastEditor, isSaving, onClose } = props;
  const { to } = column.field;
  const theirs = toApiValue(column.field, clash.theirs);
  const ids = [clash.theirs].flat().filter((one) => typeof one === "string" && one !== "");
  const isNothing = theirs === null || (Array.isArray(theirs) && theirs.length === 0);
  return (
    <div role="alert" className="grid gap-2 border-warn border-l-2 pl-3 text-13">
      <p>Another user changed this value.{lastEditor} It is now:</p>
      <div className="max-h-48 min-w-0 overflow-y-auto text-ink-strong">
        {isNothing ? (
          <span className="text-ink-muted">empty</span>
        ) : (
          <RecordLabels ask={to === undefined ? {} : { [to]: ids.map(String) }}>
            <FieldValue column={column} value={theirs} />
          </RecordLabels>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onPress={onClose} isDisabled={isSaving}>
          Keep their value
        </Button>
        <Button size="small" look="primary" type="submit" isPending={isSaving}>
          Overwrite with my value
        </Button>
      </div>
    </div>
  );
}
