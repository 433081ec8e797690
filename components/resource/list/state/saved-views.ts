"use client";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { useProject } from "@/lib/client/project/project";
import type { ListPage } from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { NamedView } from "./use-view-state";
import { parseView, type ViewState } from "./view-state";

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
      const body = { query: { projectId }, sort: { name: 1 }, limit: 100, count: "none" };
      const path = "/api/saved-view/get-list";
      const { data } = await call<ListPage>("POST", path, { body, signal });
      return data.data.map((row) => ({ resource: row.resource, view: viewOf(row, me) }));
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
  const onSettled = () => client.invalidateQueries({ queryKey: ["views"] });
  const create = useMutation({
    mutationFn: async (change: ViewChange) => {
      const data = { projectId: project._id, resource: resource.path, ...dataOf(change) };
      const made = await call<Row>("POST", "/api/saved-view", { body: { data } });
      return String(made.data._id);
    },
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, ...change }: ViewChange & { readonly id: string }) =>
      call("PUT", `/api/saved-view/${id}`, { body: { data: dataOf(change) } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call("DELETE", `/api/saved-view/${id}`),
    onSettled,
  });
  return { create, update, remove };
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
