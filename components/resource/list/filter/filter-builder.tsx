import { useState } from "react";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useProject } from "@/lib/client/project/project";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { type Group, groupFrom, isFilterComplete, nodeFrom } from "./filter-groups";
import { GroupEditor } from "./group-editor";

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
