import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "@/lib/client/project/project";
import { findRows } from "@/lib/client/queries/queries";
import { createOnce } from "@/lib/client/saving/create-once";
import { deleteRecord, updateRecord } from "@/lib/client/saving/mutations";
import { savedView } from "@/lib/resources/settings/saved-view";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type NamedView, parseView, type ViewState } from "./view-state";

/** A saved view as visible to the current user. */
export interface SavedView extends NamedView {
  readonly name: string;
  readonly isShared: boolean;
  readonly isOwn: boolean;
}

/** The changeable values of a view. */
export interface ViewChange {
  readonly name?: string;
  readonly state?: ViewState;
  readonly isShared?: boolean;
  readonly isDefault?: boolean;
}

/** Returns the query for all views of a project that are visible to the current user. */
export function savedViewsQuery(projectId: string, me: string) {
  return queryOptions({
    queryKey: ["views", projectId] as const,
    queryFn: async ({ signal }) => {
      const ask = { query: { projectId }, sort: { name: 1 }, limit: 100 };
      const rows = await findRows(savedView, ask, signal);
      return rows.map((row) => ({ resource: row.resource, view: viewOf(row, me) }));
    },
    staleTime: 60_000,
  });
}

/**
 * Returns the views of a resource's list: the user's own and the shared ones. The user's own
 * default comes first.
 */
export function useSavedViews(resource: Resource): {
  readonly views: readonly SavedView[];
  readonly isKnown: boolean;
} {
  const { me, project } = useProject();
  const { data, isPending } = useQuery(savedViewsQuery(project._id, me._id));
  const views = (data ?? []).flatMap((one) => (one.resource === resource.path ? one.view : []));
  const first = views.filter(({ isDefault }) => isDefault).find(({ isShared }) => !isShared);
  const shown = views.map((view) =>
    first && view.id !== first.id ? { ...view, isDefault: false } : view,
  );
  return { views: shown, isKnown: !isPending };
}

/** Returns functions that save, change and delete views of a resource's list. */
export function useSaveView(resource: Resource) {
  const { project } = useProject();
  const client = useQueryClient();
  const [createView] = useState(createOnce);
  const refreshed = <Result>(sent: Promise<Result>) =>
    sent.finally(() => client.invalidateQueries({ queryKey: ["views"] }));
  return {
    /** Resolves to the id of the view. */
    create: async (change: ViewChange): Promise<string> => {
      const data = { projectId: project._id, resource: resource.path, ...dataOf(change) };
      return String((await refreshed(createView(savedView, data))).record._id);
    },
    update: (id: string, change: ViewChange) =>
      refreshed(updateRecord(savedView, { id, data: dataOf(change) })),
    remove: (id: string) => refreshed(deleteRecord(savedView, id)),
  };
}

function dataOf({ name, state, isShared, isDefault }: ViewChange): JsonObject {
  return {
    ...(name !== undefined && { name }),
    ...(state && { state: { ...state } }),
    ...(isShared !== undefined && { visibility: isShared ? "project" : "private" }),
    ...(isDefault !== undefined && { isDefault }),
  };
}

function viewOf(row: Row, me: string): SavedView {
  return {
    id: String(row._id),
    name: String(row.name),
    state: parseView(row.state),
    isDefault: row.isDefault === true,
    isShared: row.visibility === "project",
    isOwn: row.ownerUserId === me,
  };
}
