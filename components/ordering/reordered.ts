import type { DroppableCollectionReorderEvent } from "react-aria-components/useDragAndDrop";

/** Returns the ids in their order after a drop. */
export function reordered(
  ids: readonly string[],
  { keys, target }: Pick<DroppableCollectionReorderEvent, "keys" | "target">,
): readonly string[] {
  const moved = ids.filter((id) => keys.has(id));
  const rest = ids.filter((id) => !keys.has(id));
  const at = rest.indexOf(String(target.key)) + (target.dropPosition === "after" ? 1 : 0);
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}

/** Returns the ids after one of them moved by some places. */
export function movedId(ids: readonly string[], id: string, by: number): readonly string[] {
  const at = ids.indexOf(id);
  const rest = ids.filter((one) => one !== id);
  return rest.toSpliced(Math.max(0, at + by), 0, id);
}
