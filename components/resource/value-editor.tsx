"use client";

import { type KeyboardEvent, useState } from "react";
import { type FormValue, faultOf, toForm, toWire } from "@/components/fields/inputs/form-values";
import { inputs } from "@/components/fields/inputs/inputs";
import { titleOf } from "@/components/fields/title";
import { FieldValue } from "@/components/fields/values/values";
import { Button } from "@/components/ui/button";
import { usePlace } from "@/lib/client/project";
import type { RecordRead } from "@/lib/client/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { RecordLabels } from "./record-labels";
import { useValueSaving, type ValueClash } from "./use-value-saving";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  /** The record as it was read when the editing began. */
  readonly read: RecordRead;
  readonly onClose: () => void;
  /** What takes the focus, where nothing around the editor gives it. */
  readonly begin?: ((form: HTMLFormElement | null) => void) | undefined;
}

/** The form of one value. Saves against the version it was read in, and asks only where both changed the value. */
export function ValueEditor({ resource, column, id, read, onClose, begin }: Props) {
  const { project } = usePlace();
  const [first] = useState<FormValue>(() => toForm(resource, read.record)[column.name] ?? null);
  const [value, setValue] = useState<FormValue>(first);
  const saving = useValueSaving({ resource, column, id, read, first, onSaved: onClose });
  const Input = inputs[column.field.kind];
  const title = titleOf(column);
  const fault = faultOf(column.field, value);
  const { clash } = saving;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      ref={begin}
      aria-label={`Edit ${title}`}
      className="grid min-w-0 gap-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        // A form in a list of suggestions is still part of the page's tree: this save is its own.
        event.stopPropagation();
        if (fault === undefined) void saving.save(value);
      }}
    >
      <Input
        column={column}
        project={project._id}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        error={fault === undefined ? saving.problem : `${title} ${fault}.`}
        isNew={false}
        takesFocus={begin !== undefined}
      />
      {clash ? (
        <Clash {...{ column, clash, onClose }} isSaving={saving.isSaving} />
      ) : (
        <div className="flex justify-end gap-2">
          <Button size="small" onPress={onClose}>
            Cancel
          </Button>
          <Button size="small" look="primary" type="submit" isPending={saving.isSaving}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

function Clash(props: {
  readonly column: Column;
  readonly clash: ValueClash;
  readonly isSaving: boolean;
  readonly onClose: () => void;
}) {
  const { column, clash, isSaving, onClose } = props;
  const { to } = column.field;
  const theirs = toWire(column.field, clash.theirs);
  const ids = [clash.theirs].flat().filter((one) => typeof one === "string" && one !== "");
  const isNothing = theirs === null || (Array.isArray(theirs) && theirs.length === 0);
  return (
    <div role="alert" className="grid gap-2 border-warn border-l-2 pl-3 text-13">
      <p>Someone else changed this meanwhile. It is now:</p>
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
        <Button size="small" onPress={onClose}>
          Keep theirs
        </Button>
        <Button size="small" look="primary" type="submit" isPending={isSaving}>
          Save mine over it
        </Button>
      </div>
    </div>
  );
}
