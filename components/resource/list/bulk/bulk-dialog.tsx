"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { inSentence } from "@/components/resource/list/list-states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/toast";
import { labelsQuery, type RecordLabel } from "@/lib/client/label-query";
import { refreshAll } from "@/lib/client/mutations";
import type { Resource } from "@/lib/schema/resource";
import type { BulkAction } from "./actions";
import { type Outcome, runForEach } from "./run";

interface Props {
  readonly resource: Resource;
  readonly ids: readonly string[];
  readonly action: BulkAction;
  /** `left` are the records that were not done, once it was tried. */
  readonly onClose: (left?: ReadonlySet<string>) => void;
}

/** Says exactly what will be done to how many, does it, and says what became of each. */
export function BulkDialog({ resource, ids, action, onClose }: Props) {
  // What was selected when the dialog opened is what is acted on.
  const [chosen] = useState(ids);
  const [done, setDone] = useState<number>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const client = useQueryClient();
  const labels = useQuery(labelsQuery({ [resource.path]: chosen.slice(0, mostNamed) }));
  const failed = outcomes?.filter(({ problem }) => problem !== undefined) ?? [];
  const what = countOf(resource, chosen.length);
  const run = async () => {
    setDone(0);
    const all = await runForEach(chosen, action.act, setDone);
    await refreshAll(client);
    setOutcomes(all);
    if (all.every(({ problem }) => problem === undefined)) {
      notify({ title: `${what} ${action.done}` });
      onClose(new Set());
    }
  };
  const close = () =>
    outcomes ? onClose(new Set(failed.map(({ id }) => id))) : done === undefined && onClose();
  const nameOf = (id: string) => nameFrom(labels.data?.[resource.path]?.[id], id);
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      role="alertdialog"
      title={
        outcomes ? `${failed.length} of ${what} not ${action.done}` : `${action.verb}: ${what}?`
      }
      actions={
        outcomes ? (
          <Button look="primary" onPress={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={close} isDisabled={done !== undefined}>
              Cancel
            </Button>
            <Button
              look={action.isDanger ? "danger" : "primary"}
              isPending={done !== undefined}
              onPress={() => void run()}
            >
              {action.verb} {what}
            </Button>
          </>
        )
      }
    >
      {outcomes ? (
        <Failures failed={failed} nameOf={nameOf} />
      ) : (
        <Sample names={chosen.slice(0, 10).map(nameOf)} more={chosen.length - 10} />
      )}
      {done !== undefined && !outcomes && (
        <p role="status" className="pt-3 text-13 text-ink-muted tabular-nums">
          {done.toLocaleString("en")} of {chosen.length.toLocaleString("en")}
        </p>
      )}
    </Dialog>
  );
}

const mostNamed = 500;

function Sample({ names, more }: { readonly names: readonly string[]; readonly more: number }) {
  return (
    <ul className="grid gap-0.5 text-13">
      {names.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name.
        <li key={place} className="truncate">
          {name}
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}

function Failures({
  failed,
  nameOf,
}: {
  readonly failed: readonly Outcome[];
  readonly nameOf: (id: string) => string;
}) {
  return (
    <ul className="grid gap-2 text-13">
      {failed.map(({ id, problem }) => (
        <li key={id}>
          <span className="font-medium text-ink-strong">{nameOf(id)}</span>
          <span className="block text-ink-muted">{problem}</span>
        </li>
      ))}
    </ul>
  );
}

function nameFrom(label: RecordLabel | undefined, id: string): string {
  if (!label) return id;
  return label.number ? `${label.number} ${label.label}` : label.label;
}

function countOf({ name, plural }: Resource, count: number): string {
  return `${count.toLocaleString("en")} ${inSentence(count === 1 ? name : plural)}`;
}
