import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Select } from "@/components/ui/form/select";
import { IconButton } from "@/components/ui/icon-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useProject } from "@/lib/client/project/project";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { ConditionFields } from "./condition-fields";
import { defaultColumn, filterColumns, newCondition } from "./conditions";
import { type Group, type GroupPart, groupFrom, isFilterComplete, nodeFrom } from "./filter-groups";

interface Props {
  readonly resource: Resource;
  readonly filter: FilterNode | undefined;
  readonly onFilter: (filter: FilterNode | undefined) => void;
  readonly onClose: () => void;
}

/** Editor of the whole filter as groups of conditions: all, any or none of these. */
export function FilterBuilder({ resource, filter, onFilter, onClose }: Props) {
  const [draft, setDraft] = useState<Group>(() => groupFrom(filter));
  const { me } = useProject();
  const made = nodeFrom(draft);
  const isReady = isFilterComplete(resource, made, me._id);
  return (
    <Dialog
      onClose={onClose}
      title="Filter"
      width="wide"
      action={{
        text: "Apply filter",
        isDisabled: !isReady,
        onPress: () => {
          onFilter(made);
          onClose();
        },
      }}
    >
      <GroupEditor resource={resource} group={draft} depth={0} onChange={setDraft} />
    </Dialog>
  );
}

interface EditorProps {
  readonly resource: Resource;
  readonly group: Group;
  readonly depth: number;
  readonly onChange: (group: Group) => void;
  readonly onRemove?: () => void;
}

/** Editor of a group: all or any of its conditions, or their negation, with nested groups. */
function GroupEditor({ resource, group, depth, onChange, onRemove }: EditorProps) {
  const columns = filterColumns(resource);
  const put = (place: number, part?: GroupPart) =>
    onChange({ ...group, parts: group.parts.toSpliced(place, 1, ...(part ? [part] : [])) });
  const add = (part: GroupPart | undefined) =>
    part && onChange({ ...group, parts: [...group.parts, part] });
  const first = newCondition(defaultColumn(columns));
  return (
    <fieldset className="grid gap-2 border-line-strong border-l-2 pl-3">
      <legend className="sr-only">Group</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label="Match"
          labelHidden
          className="w-40"
          choices={[
            { value: "and", text: "All conditions" },
            { value: "or", text: "Any condition" },
          ]}
          value={group.kind}
          onChange={(kind) => onChange({ ...group, kind })}
        />
        <Checkbox
          label="not"
          checked={group.isNot}
          onChange={(event) => onChange({ ...group, isNot: event.target.checked })}
        />
        {onRemove && (
          <IconButton label="Remove this group" onPress={onRemove} className="ml-auto">
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {group.parts.map((part, place) => (
        <PartEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
          key={place}
          {...{ resource, part, depth }}
          onChange={(next) => put(place, next)}
          onRemove={() => put(place)}
        />
      ))}
      <div className="flex gap-2">
        <Button size="small" onPress={() => add(first)}>
          <Plus size={14} aria-hidden />
          Condition
        </Button>
        {depth < deepest && (
          <Button
            size="small"
            look="quiet"
            onPress={() => add({ kind: "or", isNot: false, parts: first ? [first] : [] })}
          >
            <Plus size={14} aria-hidden />
            Group
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/**
 * Depth limit: the API reads queries five deep; "not" and the page's project take one level each.
 */
const deepest = 2;

interface PartProps {
  readonly resource: Resource;
  readonly part: GroupPart;
  readonly depth: number;
  readonly onChange: (part: GroupPart) => void;
  readonly onRemove: () => void;
}

function PartEditor({ resource, part, depth, onChange, onRemove }: PartProps) {
  if (part.kind !== "condition") {
    return <GroupEditor {...{ resource, onChange, onRemove }} group={part} depth={depth + 1} />;
  }
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <ConditionFields resource={resource} draft={part} onChange={onChange} />
      </div>
      <IconButton label="Remove this condition" onPress={onRemove}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
