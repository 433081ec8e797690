"use client";

import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import {
  type FormValue,
  faultOf,
  sameValue,
  toForm,
  toWire,
} from "@/components/fields/inputs/form-values";
import { inputs } from "@/components/fields/inputs/inputs";
import { titleOf } from "@/components/fields/title";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { classes, styles } from "@/components/ui/styles";
import { useUpdate } from "@/lib/client/mutations";
import { explain, isProblem } from "@/lib/client/problem";
import { usePlace } from "@/lib/client/project";
import { type RecordRead, recordQuery } from "@/lib/client/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { ChangedMeanwhile } from "./changed-meanwhile";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  readonly cell: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * Changes one value where it stands. What is saved shows at once; when it is refused the old value comes back, and
 * this with what was typed and why. Saved only if nobody changed the record since the typing began.
 */
export function CellEditor({ resource, column, id, cell, onClose }: Props) {
  const { data: present, error } = useQuery({ ...recordQuery(resource, id), staleTime: 0 });
  const [typed, setTyped] = useState<Typed>();
  const update = useUpdate(resource);
  const read = typed?.from ?? present;
  const before = read && (toForm(resource, read.record)[column.name] ?? null);
  const value = typed ? typed.value : (before ?? null);
  const fault = faultOf(column.field, value);
  const save = (from: RecordRead) => {
    if (fault !== undefined) return;
    if (before === undefined || sameValue(column.field, before, value)) return onClose();
    setTyped({ value, from });
    const data = { [column.name]: toWire(column.field, value) };
    update.mutate({ id, data, etag: from.etag }, { onSuccess: onClose });
  };
  const isStale = isProblem(update.error, "precondition_failed");
  const problem = update.error && !isStale ? explain(update.error) : undefined;
  return (
    <Popover
      isOpen={!update.isPending}
      triggerRef={cell}
      placement="bottom start"
      offset={2}
      onOpenChange={(isOpen) => !isOpen && !update.isPending && onClose()}
      className={classes(styles.floating, "w-80 max-w-[95vw]")}
    >
      <Dialog aria-label={`Edit ${titleOf(column)}`} className="p-3 outline-none">
        {error && <p role="alert">{explain(error)}</p>}
        {!read && !error && <Skeleton className="h-8" />}
        {read && (
          <EditForm
            {...{ column, value, onClose }}
            error={fault === undefined ? problem : `${titleOf(column)} ${fault}`}
            onChange={(next) => setTyped({ value: next, from: read })}
            onSave={() => save(read)}
          >
            {isStale && present && (
              <ChangedMeanwhile
                {...{ resource, column }}
                before={read.record}
                now={present.record}
                onKeepMine={() => save(present)}
                onTakeTheirs={onClose}
              />
            )}
          </EditForm>
        )}
      </Dialog>
    </Popover>
  );
}

interface Typed {
  readonly value: FormValue;
  /** The record as it was when the typing began. */
  readonly from: RecordRead;
}

interface FormProps {
  readonly column: Column;
  readonly value: FormValue;
  readonly error: string | undefined;
  readonly onChange: (value: FormValue) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** Stands in the place of the buttons where there is something to decide first. */
  readonly children: React.ReactNode;
}

function EditForm({ column, value, error, onChange, onSave, onClose, children }: FormProps) {
  const { project } = usePlace();
  const Input = inputs[column.field.kind];
  return (
    <form
      ref={focusFirst}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Input
        column={column}
        project={project._id}
        value={value}
        onChange={onChange}
        onBlur={() => undefined}
        error={error}
        isNew={false}
      />
      {children || (
        <div className="flex justify-end gap-2">
          <Button size="small" onPress={onClose}>
            Cancel
          </Button>
          <Button size="small" look="primary" type="submit">
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

/** Who opened the editor by a key types on at once. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("input, textarea, button")?.focus();
}
