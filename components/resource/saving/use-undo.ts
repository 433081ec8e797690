import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { notifyResult } from "@/components/errors/notify-result";
import { sentenceCase } from "@/components/words/sentence-case";
import { mayUse, useProject } from "@/lib/client/project/project";
import { deleteRecord, refreshAll, updateRecord } from "@/lib/client/saving/mutations";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { invalidateDeleted } from "./invalidate-deleted";

/**
 * Restores the values before a change. After a concurrent change it shows a message and changes
 * nothing.
 */
export function useUndo(resource: Resource, id: string) {
  const client = useQueryClient();
  return async (back: JsonObject, etag: string | undefined): Promise<void> => {
    const restore = async () => {
      await updateRecord(resource, { id, data: back, etag });
      return { title: "Change undone" };
    };
    await notifyResult(restore, "Undo failed");
    await refreshAll(client);
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
    notifyResult(async () => {
      await deleteRecord(resource, id, etag).catch((error: unknown) => {
        void refreshAll(client);
        throw error;
      });
      const list = `${context.base}/${resource.path}`;
      if (location.pathname === `${list}/${id}`) router.push(list);
      void invalidateDeleted(client, id);
      return { title: `${sentenceCase(resource.name)} deleted` };
    }, "Undo failed");
}
