import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { notifyUndo } from "@/components/errors/notify-failure";
import { sentenceCase } from "@/components/words/sentence-case";
import { mayUse, useProject } from "@/lib/client/project/project";
import { deleteRecord, refreshAll, updateRecord } from "@/lib/client/saving/mutations";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { invalidateDeleted } from "./invalidate-deleted";

/**
 * Restores the values before a change. After a concurrent change it shows a message and changes
 * nothing.
 */
export function useUndo(resource: Resource, id: string) {
  const client = useQueryClient();
  return async (back: JsonObject, etag: string | undefined): Promise<void> => {
    await notifyUndo(async () => {
      await updateRecord(resource, { id, data: back, etag }).finally(
        () => void refreshAll(client, resource),
      );
      return { title: "Change undone" };
    });
  };
}

/**
 * Deletes a record that was just created, unless it was changed since, and leaves its page if that
 * is still open. Undefined if the user may not delete it.
 */
export function useUndoCreation(
  resource: Resource,
): ((id: string, etag: string | undefined) => Promise<void>) | undefined {
  const client = useQueryClient();
  const router = useRouter();
  const context = useProject();
  if (!(resource.operations.includes("delete") && mayUse(context, resource, "delete"))) {
    return undefined;
  }
  return (id, etag) =>
    notifyUndo(async () => {
      await deleteRecord(resource, id, etag).catch((error: unknown) => {
        void refreshAll(client);
        throw error;
      });
      const list = `${context.base}/${resource.path}`;
      if (location.pathname === `${list}/${id}`) router.push(list);
      void invalidateDeleted(client, id);
      return { title: `${sentenceCase(resource.name)} deleted` };
    });
}

/**
 * Returns the data that undoes a saved change: the values before it. Undefined if one of them is
 * not readable.
 */
export function undoData(
  resource: Resource,
  before: Row,
  sent: JsonObject,
): JsonObject | undefined {
  const names = Object.keys(sent);
  const { byColumn } = shapeOf(resource);
  const isSecret = names.some((name) => {
    const field = byColumn.get(name)?.field;
    return field !== undefined && kindOf(field).isSecret === true;
  });
  if (names.length === 0 || isSecret) return undefined;
  return Object.fromEntries(names.map((name): [string, JsonValue] => [name, before[name] ?? null]));
}
