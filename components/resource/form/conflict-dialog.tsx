import { type ReactNode, useState } from "react";
import { type FormValue, toApiValue } from "@/components/fields/form-values";
import { mergeLabelRequests, RecordLabels } from "@/components/fields/record-labels";
import { FieldValue } from "@/components/fields/registry/values";
import type { FieldConflict } from "@/components/resource/saving/three-way-merge";
import { Dialog } from "@/components/ui/overlay/dialog";
import { titleOf } from "@/components/words/field-title";
import type { LabelRequest } from "@/lib/client/queries/label-batch";
import type { JsonValue } from "@/lib/schema/json";
import type { Column } from "@/lib/schema/shape";

type Side = "mine" | "theirs";

interface Props {
  readonly clashes: readonly FieldConflict[];
  /** Fields that only the other user changed. Their values are merged without a choice. */
  readonly taken: readonly Column[];
  /** Names the other user and the time. */
  readonly lastEditor: ReactNode;
  readonly onDecide: (decided: Readonly<Record<string, FormValue>>) => void;
  readonly onCancel: () => void;
}

/** Lets the user choose, for each field in conflict, which version stays. */
export function ConflictDialog({ clashes, taken, lastEditor, onDecide, onCancel }: Props) {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const decide = () =>
    onDecide(
      Object.fromEntries(
        clashes.map((clash) => [clash.column.name, clash[sides[clash.column.name] ?? "mine"]]),
      ),
    );
  return (
    <Dialog
      onClose={onCancel}
      role="alertdialog"
      width="wide"
      title="Another user changed this record"
      cancel="Back to the form"
      action={{ text: "Save choices", onPress: decide }}
    >
      <p className="text-13 text-ink-muted">
        {clashes.length === 1 ? "One field differs" : `${clashes.length} fields differ`} between
        your version and theirs. Choose the values to keep. Nothing is saved until then.
        {taken.length > 0 && ` Their changes to ${taken.map(titleOf).join(", ")} are kept as well.`}
        {lastEditor}
      </p>
      <RecordLabels ask={idsOf(clashes)}>
        <div className="grid gap-4">
          {clashes.map((clash) => (
            <ClashChoice
              key={clash.column.name}
              clash={clash}
              side={sides[clash.column.name] ?? "mine"}
              onChoose={(side) => setSides({ ...sides, [clash.column.name]: side })}
            />
          ))}
        </div>
      </RecordLabels>
    </Dialog>
  );
}

function ClashChoice(props: {
  readonly clash: FieldConflict;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}) {
  const { clash, side, onChoose } = props;
  const { column, original } = clash;
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium text-13 text-ink-strong">{titleOf(column)}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(["mine", "theirs"] as const).map((one) => (
          <label
            key={one}
            className="grid min-w-0 cursor-pointer content-start gap-1 rounded-sm border border-line p-2.5 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <span className="flex items-center gap-2 text-12 text-ink-muted">
              <input
                type="radio"
                name={column.name}
                checked={side === one}
                onChange={() => onChoose(one)}
                className="accent-accent"
              />
              {one === "mine" ? "Mine" : "Theirs"}
            </span>
            <Shown column={column} value={clash[one]} />
          </label>
        ))}
      </div>
      <div className="pt-1.5 text-12 text-ink-muted">
        Originally:{" "}
        <div className="inline-block max-w-full align-top">
          <Shown column={column} value={original} />
        </div>
      </div>
    </fieldset>
  );
}

function Shown({ column, value }: { readonly column: Column; readonly value: FormValue }) {
  const wire: JsonValue = toApiValue(column.field, value);
  const isNothing = wire === null || (Array.isArray(wire) && wire.length === 0);
  if (isNothing) return <span className="text-ink-muted">empty</span>;
  return (
    <div className="max-h-48 min-w-0 overflow-y-auto text-13">
      <FieldValue column={column} value={wire} />
    </div>
  );
}

function idsOf(clashes: readonly FieldConflict[]): LabelRequest {
  const asks = clashes.flatMap(({ column, original, mine, theirs }): LabelRequest[] => {
    const { to } = column.field;
    const held = [original, mine, theirs].flat().filter((id) => typeof id === "string");
    return to === undefined ? [] : [{ [to]: held.filter((id) => id !== "") }];
  });
  return mergeLabelRequests(...asks);
}
