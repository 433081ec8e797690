import type { RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { ValueEditor } from "@/components/resource/inline-edit/value-editor";
import { ReturnFocus } from "@/components/ui/interaction/return-focus";
import { classes, styles } from "@/components/ui/styles";
import { LeaveGuard } from "@/components/ui/unsaved-changes/leave-guard";
import { titleOf } from "@/components/words/field-title";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  readonly cell: RefObject<HTMLElement | null>;
  readonly onSave: () => void;
  readonly onSaved: () => void;
  /** Called when the user closes the editor without a save. */
  readonly onClose: () => void;
}

/**
 * The editor of a cell, placed over it. Hidden while its save is pending; shown again with the
 * input and the reason on an error. Leaving the page asks for confirmation meanwhile. A press
 * outside does not lose the input.
 */
export function CellEditor({ resource, column, id, cell, onSave, onSaved, onClose }: Props) {
  return (
    <ValueEditor
      {...{ resource, column, id, onSave, onSaved, onClose }}
      frame={(editor, { isSaving, isDirty }) => (
        <>
          {isSaving && <LeaveGuard isDirty={() => isDirty} />}
          <Popover
            isOpen={!isSaving}
            triggerRef={cell}
            placement="bottom start"
            offset={2}
            onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
            shouldCloseOnInteractOutside={() => !isDirty}
            className={classes(styles.floating, "w-80 max-w-[95vw]")}
          >
            <Dialog aria-label={`Edit ${titleOf(column)}`} className="p-3 outline-none">
              <ReturnFocus to={cell} />
              {editor}
            </Dialog>
          </Popover>
        </>
      )}
    />
  );
}
