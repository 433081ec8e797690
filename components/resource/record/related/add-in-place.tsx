import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { useRequest } from "@/components/errors/use-request";
import { RelationInput } from "@/components/fields/relation/input";
import { isChosen, unchosenError } from "@/components/fields/unchosen-name";
import { defaultRecord } from "@/components/resource/saving/default-record";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast/toast";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { serverTime } from "@/lib/client/device/server-time";
import { useProject } from "@/lib/client/project/project";
import { createOnce } from "@/lib/client/saving/create-once";
import { refreshAll } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import type { RelatedSet } from "./related-sets";

interface Props {
  readonly set: RelatedSet;
  readonly columns: readonly Column[];
  readonly onDone: () => void;
}

/** Adds a record to a set without leaving the page: pick, then Enter. */
export function AddInPlace({ set, columns, onDone }: Props) {
  const { resource } = set;
  const { project } = useProject();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [create] = useState(createOnce);
  const { send, isPending, error } = useRequest({ failed: `${nameOf(resource)} not added` });
  const isWhole = columns.every(({ name }) => isChosen(chosen[name] ?? ""));
  const add = () =>
    void send(async () => {
      const start = defaultRecord(resource, new Date(serverTime()));
      const parent = set.ids[0] ?? null;
      await create(resource, { ...start, projectId: project._id, [set.column]: parent, ...chosen });
      void refreshAll(client);
      notify({ title: `${nameOf(resource)} added` });
    }, onDone);
  return (
    <form
      ref={focusFirst}
      aria-label={`Add to ${set.title}`}
      className="grid gap-3 border-line border-b py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) add();
      }}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && onDone()}
    >
      {error !== undefined && (
        <p role="alert" className="text-13 text-danger">
          <ErrorMessage error={error} />
        </p>
      )}
      {columns.map((column) => (
        <RelationInput
          key={column.name}
          column={column}
          project={project._id}
          value={chosen[column.name] ?? ""}
          onChange={(id) => setChosen((now) => ({ ...now, [column.name]: String(id ?? "") }))}
          onBlur={() => undefined}
          error={faultOf(column, chosen[column.name])}
          isNew
        />
      ))}
      <div className="flex justify-end gap-2">
        <Button size="small" onPress={onDone} isDisabled={isPending}>
          Cancel
        </Button>
        <Button
          size="small"
          look="primary"
          type="submit"
          isPending={isPending}
          isDisabled={!isWhole}
        >
          Add
        </Button>
      </div>
    </form>
  );
}

function faultOf(column: Column, value = ""): string | undefined {
  const fault = unchosenError(value);
  return fault && `${titleOf(column)} ${fault}.`;
}

function nameOf({ name }: Resource): string {
  return sentenceCase(name);
}

/**
 * Focuses the picker, so that a user of the keyboard can type at once. The button that opened the
 * form gets the focus back.
 */
function focusFirst(form: HTMLFormElement | null): () => void {
  const opener = document.activeElement;
  form?.querySelector("input")?.focus();
  return () => {
    if (opener instanceof HTMLElement && form?.contains(document.activeElement))
      opener.focus({ preventScroll: true });
  };
}
