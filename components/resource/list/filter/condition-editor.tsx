import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useProject } from "@/lib/client/project/project";
import type { Condition } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { ConditionFields } from "./condition-fields";
import { conditionError, defaultColumn, filterColumns, newCondition } from "./conditions";

interface Props {
  readonly resource: Resource;
  /** The condition to change; absent for a new one. */
  readonly condition?: Condition;
  readonly startColumn?: string | undefined;
  readonly onChange: (condition: Condition) => void;
  /** Opens the builder of groups. */
  readonly onBuilder?: () => void;
}

/** Editor of one condition: a field, an operator and its values. */
export function ConditionEditor(props: Props) {
  const { resource, condition, startColumn, onChange, onBuilder } = props;
  const columns = filterColumns(resource);
  const start = columns.find(({ name }) => name === startColumn);
  const [draft, setDraft] = useState(
    () => condition ?? newCondition(start ?? defaultColumn(columns)),
  );
  const { me } = useProject();
  if (!draft) return <p className="text-13">No fields can be filtered.</p>;
  const problem = conditionError(resource, draft, me._id);
  return (
    <form
      className="grid w-80 max-w-full gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) onChange(draft);
      }}
    >
      <ConditionFields resource={resource} draft={draft} onChange={setDraft} />
      <div className="flex items-center justify-between gap-2">
        {onBuilder ? (
          <Button look="quiet" size="small" onPress={onBuilder}>
            Advanced…
          </Button>
        ) : (
          <span />
        )}
        <Button look="primary" type="submit" isDisabled={problem !== undefined}>
          {condition ? "Change filter" : "Add filter"}
        </Button>
      </div>
    </form>
  );
}
