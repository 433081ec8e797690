import { useState } from "react";
import { type FormValue, inputError, isEmpty } from "@/components/fields/form-values";
import { isBlank } from "@/components/fields/is-blank";
import { inputs } from "@/components/fields/registry/inputs";
import { Select } from "@/components/ui/form/select";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type BulkAction, setFieldAction } from "./bulk-actions";
import { changeListAction, changeVerbs, type ListChange } from "./change-list-field";
import { settableColumns } from "./settable-columns";

interface Props {
  readonly resource: Resource;
  readonly count: number;
  readonly onClose: () => void;
  readonly onChoose: (action: BulkAction) => void;
}

/** Asks which field to set, and its value. */
export function SetFieldDialog({ resource, count, onClose, onChoose }: Props) {
  const { project } = useProject();
  const columns = settableColumns(resource);
  const [name, setName] = useState(columns[0]?.name ?? "");
  const [value, setValue] = useState<FormValue>(null);
  const [change, setChange] = useState<ListChange>("add");
  const guard = useDiscardGuard({ title: "the new value", isDirty: !isEmpty(value), onClose });
  const column = columns.find((one) => one.name === name);
  if (!column) return null;
  const Input = inputs[column.field.kind];
  const title = titleOf(column);
  const fault = inputError(column.field, value);
  const isMissing =
    column.field.required === true && (isEmpty(value) || isBlank(column.field, value));
  const isList = kindOf(column.field).hasItems === true;
  // Adding or removing no values does nothing. Replacing a list with none is a change.
  const isIdle = isList && change !== "replace" && isEmpty(value);
  const what = inSentence(count === 1 ? resource.name : resource.plural);
  return (
    <Dialog
      onClose={onClose}
      onDismiss={guard.dismiss}
      title={`Set a field of ${count.toLocaleString("en")} ${what}`}
      action={{
        text: buttonText(title, isEmpty(value) && !isMissing, isList ? change : undefined),
        isDisabled: isMissing || isIdle || fault !== undefined,
        onPress: () =>
          onChoose(
            isList ? changeListAction(column, value, change) : setFieldAction(column, value),
          ),
      }}
    >
      {guard.question}
      <Select
        label="Field"
        choices={columns.map((one) => ({ value: one.name, text: titleOf(one) }))}
        value={name}
        onChange={(next) => {
          setName(next);
          setValue(null);
        }}
      />
      {isList && (
        <Select
          label="Change"
          choices={changes.map((one) => ({
            value: one,
            text: `${changeVerbs[one]} ${title.toLowerCase()}`,
          }))}
          value={change}
          onChange={setChange}
        />
      )}
      <Input
        key={name}
        column={column}
        project={project._id}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        error={fault && `${title} ${fault}`}
        isNew={false}
      />
    </Dialog>
  );
}

const changes: readonly ListChange[] = ["add", "remove", "replace"];

function buttonText(title: string, isEmptied: boolean, change: ListChange | undefined): string {
  const field = title.toLowerCase();
  if (change === "add" || change === "remove") return `${changeVerbs[change]} ${field}…`;
  return isEmptied ? `Clear ${field}…` : `Set ${field}…`;
}
