import type { ValueConflict } from "@/components/resource/inline-edit/use-save-value";
import { ValueConflictNotice } from "@/components/resource/inline-edit/value-conflict";
import { LastEditor } from "@/components/resource/saving/last-editor";
import { Button } from "@/components/ui/button";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

interface ClashProps {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  readonly clash: ValueConflict;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Lets the user choose between their text and that of another user. */
export function Clash({ resource, id, onSave, ...notice }: ClashProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <ValueConflictNotice {...notice} lastEditor={<LastEditor resource={resource} id={id} />} />
    </form>
  );
}

/** Offers the template for an empty text. */
export function TemplateOffer(props: { readonly isPending: boolean; readonly onUse: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-3 text-13 text-ink-muted">
      Begin with headings, the timeline and what is known of the cause.
      <Button size="small" isPending={props.isPending} onPress={props.onUse}>
        Use the template
      </Button>
    </p>
  );
}
