import { useState } from "react";

/** The group of the overview that shows a field. */
type Group = "filled" | "empty";

/** The fields of a record that are being edited. */
export type EditedFields = ReturnType<typeof useEditedFields>;

/**
 * Tracks the fields that are being edited, with the group of each. A field stays in its group until
 * the editor closes: a move unmounts the editor, and its input is lost.
 */
export function useEditedFields() {
  const [groups, setGroups] = useState<ReadonlyMap<string, Group>>(new Map());
  return {
    isAny: groups.size > 0,
    groupOf: (name: string) => groups.get(name),
    /** Called when the editor of a field opens. */
    begin: (name: string, group: Group) => setGroups((now) => new Map(now).set(name, group)),
    /** Called when the editor of a field closes. */
    end: (name: string) =>
      setGroups((now) => new Map([...now].filter(([other]) => other !== name))),
  };
}
