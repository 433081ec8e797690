"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { notifyFailure } from "@/components/errors/notify-failure";
import { notify } from "@/components/ui/toast/toast";
import { sentenceCase } from "@/components/words/sentence-case";
import { call } from "@/lib/client/http/api";
import { mayUse, useProject } from "@/lib/client/project/project";
import { refreshAll, updateRecord } from "@/lib/client/saving/mutations";
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
    try {
      await updateRecord(resource, { id, data: back, etag });
      notify({ title: "Change undone" });
    } catch (error) {
      notifyFailure("Undo failed", error);
    }
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
  return async (id, etag) => {
    try {
      await call("DELETE", `/api/${resource.path}/${id}`, { ifMatch: etag });
      const list = `${context.base}/${resource.path}`;
      if (location.pathname === `${list}/${id}`) router.push(list);
      notify({ title: `${sentenceCase(resource.name)} deleted` });
      await invalidateDeleted(client, id);
    } catch (error) {
      notifyFailure("Undo failed", error);
      await refreshAll(client);
    }
  };
}
