import { Pencil } from "lucide-react";
import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import type { RecordProps } from "@/components/resource/record-props";
import { IconButton } from "@/components/ui/icon-button";
import { isControl } from "@/components/ui/interaction/is-control";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { classes } from "@/components/ui/styles";
import { titleOf } from "@/components/words/field-title";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Column } from "@/lib/schema/shape";
import { isEditableOnPage } from "./editable-kinds";
import { LoadingEditor } from "./loading-editor";

const ValueEditor = lazyWithRetry(async () => (await import("./value-editor")).ValueEditor);

interface Props extends RecordProps {
  readonly column: Column;
  /** The display of the value. */
  readonly children: ReactNode;
  /** Wraps the value, and the editor that replaces it. */
  readonly frame?: (part: ReactNode, isEditing: boolean) => ReactNode;
  readonly className?: string;
  /** Called when the editor opens. */
  readonly onEdit?: () => void;
  /** Called when the editor closes. */
  readonly onEditEnd?: () => void;
}

/**
 * A value that becomes editable by a click on it or by the button beside it, which the keyboard
 * reaches. Renders just the value if it is not editable here or the user lacks permission.
 */
export function EditableValue(props: Props) {
  const { resource, record, column, children, frame = same, className } = props;
  const { onEdit, onEditEnd } = props;
  const context = useProject();
  const [state, setState] = useState<"read" | "editing" | "edited">("read");
  const mayEdit =
    isEditableOnPage(resource, column.name) &&
    resource.operations.includes("update") &&
    mayUse(context, resource, "update");
  // An open editor keeps its input when the right is lost. The save then shows the refusal.
  if (state === "editing") {
    const editor = (
      <Suspense fallback={<LoadingEditor />}>
        <ValueEditor
          {...{ resource, column }}
          id={String(record._id)}
          onClose={() => {
            setState("edited");
            onEditEnd?.();
          }}
        />
      </Suspense>
    );
    return frame(editor, true);
  }
  if (!mayEdit) return frame(children, false);
  const edit = () => {
    setState("editing");
    onEdit?.();
  };
  return frame(
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button inside does the same by keyboard.
    <div
      // A value that was emptied moves into the folded fields.
      ref={passFocusOn}
      onClick={(event) => isPlain(event) && edit()}
      className={classes(
        "group/value relative -my-0.5 min-w-0 cursor-text rounded-sm py-0.5 hover:bg-surface-sunken max-md:pr-7",
        className,
      )}
    >
      {children}
      <IconButton
        label={`Edit ${titleOf(column)}`}
        autoFocus={state === "edited"}
        onPress={edit}
        className="absolute! top-0 right-0 size-6! md:-right-4 min-h-0! opacity-0 focus-visible:opacity-100 group-hover/value:opacity-100 pointer-coarse:-top-2.5 pointer-coarse:-right-2.5 pointer-coarse:opacity-60"
      >
        <Pencil size={12} aria-hidden />
      </IconButton>
    </div>,
    false,
  );
}

function same(part: ReactNode): ReactNode {
  return part;
}

/** Returns true for a click that follows no link, toggles nothing and ends no text selection. */
function isPlain({ target }: MouseEvent): boolean {
  return !isControl(target) && (window.getSelection()?.isCollapsed ?? true);
}
