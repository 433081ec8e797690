"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
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
import { keys, type RecordRead, recordQuery } from "@/lib/client/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  readonly cell: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Changes one value where it stands; saved only if nobody changed the record meanwhile. */
export function CellEditor(props: Props) {
  const { resource, column, id, cell, onClose } = props;
  const { data, error } = useQuery({ ...recordQuery(resource, id), staleTime: 0 });
  return (
    <Popover
      isOpen
      triggerRef={cell}
      placement="bottom start"
      offset={2}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classes(styles.floating, "w-80 max-w-[95vw]")}
    >
      <Dialog aria-label={`Edit ${titleOf(column)}`} className="p-3 outline-none">
        {error && <p role="alert">{explain(error)}</p>}
        {data ? <Editor {...props} key={data.etag} read={data} /> : <Skeleton className="h-8" />}
      </Dialog>
    </Popover>
  );
}

function Editor({ resource, column, id, onClose, read }: Props & { readonly read: RecordRead }) {
  const { project } = usePlace();
  const client = useQueryClient();
  const update = useUpdate(resource);
  const first = toForm(resource, read.record)[column.name] ?? null;
  const [value, setValue] = useState<FormValue>(first);
  const Input = inputs[column.field.kind];
  const title = titleOf(column);
  const fault = faultOf(column.field, value);
  const save = () => {
    if (fault !== undefined) return;
    if (sameValue(column.field, first, value)) return onClose();
    const data = { [column.name]: toWire(column.field, value) };
    update.mutate({ id, data, etag: read.etag }, { onSuccess: onClose });
  };
  const isStale = isProblem(update.error, "precondition_failed");
  const problem = update.error ? explain(update.error) : undefined;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Input
        column={column}
        project={project._id}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        error={fault === undefined ? problem : `${title} ${fault}`}
        isNew={false}
      />
      {isStale && (
        <Button
          size="small"
          onPress={() => void client.invalidateQueries({ queryKey: keys.get(resource, id) })}
        >
          Load what is there now
        </Button>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onPress={onClose}>
          Cancel
        </Button>
        <Button size="small" look="primary" type="submit" isPending={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
