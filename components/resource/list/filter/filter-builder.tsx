"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { usePlace } from "@/lib/client/project";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import {
  ConditionFields,
  filterColumns,
  firstOf,
  newCondition,
  problemOf,
} from "./condition-editor";

interface Props {
  readonly resource: Resource;
  readonly filter: FilterNode | undefined;
  readonly onFilter: (filter: FilterNode | undefined) => void;
  readonly onClose: () => void;
}

/** The whole filter as groups of conditions: all of these, any of these, none of these. */
export function FilterBuilder({ resource, filter, onFilter, onClose }: Props) {
  const [draft, setDraft] = useState<Group>(() => groupFrom(filter));
  const { me } = usePlace();
  const made = nodeFrom(draft);
  const isReady = isComplete(resource, made, me._id);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Filter"
      width="wide"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={!isReady}
            onPress={() => {
              onFilter(made);
              onClose();
            }}
          >
            Use this filter
          </Button>
        </>
      }
    >
      <GroupEditor resource={resource} group={draft} depth={0} onChange={setDraft} />
    </Dialog>
  );
}

/** A group as it is edited: it may be empty, and may be turned into its opposite. */
interface Group {
  readonly kind: "and" | "or";
  readonly isNot: boolean;
  readonly parts: readonly (Group | Extract<FilterNode, { kind: "condition" }>)[];
}

type Part = Group["parts"][number];

interface EditorProps {
  readonly resource: Resource;
  readonly group: Group;
  readonly depth: number;
  readonly onChange: (group: Group) => void;
  readonly onRemove?: () => void;
}

function GroupEditor({ resource, group, depth, onChange, onRemove }: EditorProps) {
  const columns = filterColumns(resource);
  const put = (place: number, part?: Part) =>
    onChange({ ...group, parts: group.parts.toSpliced(place, 1, ...(part ? [part] : [])) });
  const add = (part: Part | undefined) =>
    part && onChange({ ...group, parts: [...group.parts, part] });
  const first = newCondition(firstOf(columns));
  return (
    <fieldset className="grid gap-2 border-line-strong border-l-2 pl-3">
      <legend className="sr-only">Group</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label="Of the conditions in this group"
          labelHidden
          className="w-40"
          choices={[
            { value: "and", text: "All of these" },
            { value: "or", text: "Any of these" },
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the group.
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

/** The API reads queries five deep; "not" and the page's own project take one each. */
const deepest = 2;

interface PartProps {
  readonly resource: Resource;
  readonly part: Part;
  readonly depth: number;
  readonly onChange: (part: Part) => void;
  readonly onRemove: () => void;
}

function PartEditor({ resource, part, depth, onChange, onRemove }: PartProps) {
  if (part.kind !== "condition") {
    return <GroupEditor {...{ resource, onChange, onRemove }} group={part} depth={depth + 1} />;
  }
  const column = shapeOf(resource).byColumn.get(part.column);
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        {column && (
          <ConditionFields
            columns={filterColumns(resource)}
            column={column}
            draft={part}
            onChange={onChange}
          />
        )}
      </div>
      <IconButton label="Remove this condition" onPress={onRemove}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

function groupFrom(filter: FilterNode | undefined): Group {
  if (!filter) return { kind: "and", isNot: false, parts: [] };
  if (filter.kind === "not") {
    const inner = groupFrom(filter.part);
    return inner.isNot ? { kind: "and", isNot: true, parts: [inner] } : { ...inner, isNot: true };
  }
  if (filter.kind === "condition") return { kind: "and", isNot: false, parts: [filter] };
  const parts = filter.parts.map((part) => (part.kind === "condition" ? part : groupFrom(part)));
  return { kind: filter.kind, isNot: false, parts };
}

/** Empty groups are left out, groups of one are that one. */
function nodeFrom(group: Group): FilterNode | undefined {
  const parts = group.parts
    .map((part) => (part.kind === "condition" ? part : nodeFrom(part)))
    .filter((part) => part !== undefined);
  const [only] = parts;
  const node: FilterNode | undefined = parts.length > 1 ? { kind: group.kind, parts } : only;
  return node && group.isNot ? { kind: "not", part: node } : node;
}

function isComplete(resource: Resource, node: FilterNode | undefined, me: string): boolean {
  if (!node) return true;
  if (node.kind === "not") return isComplete(resource, node.part, me);
  if (node.kind !== "condition") return node.parts.every((part) => isComplete(resource, part, me));
  const column = shapeOf(resource).byColumn.get(node.column);
  return column !== undefined && problemOf(column, node, me) === undefined;
}
