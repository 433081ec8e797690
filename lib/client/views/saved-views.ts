import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ProjectContext, useProject } from "@/lib/client/project/project";
import { type RecordSnapshot, recordQuery, snapshotRecords } from "@/lib/client/queries/queries";
import { createOnce } from "@/lib/client/saving/create-once";
import { deleteRecord, updateRecord } from "@/lib/client/saving/mutations";
import { type MergePlan, SaveConflict, saveMerged } from "@/lib/client/saving/save-merged";
import { forgetUnanswered } from "@/lib/client/saving/unanswered";
import { savedView, viewAdministrators } from "@/lib/resources/settings/saved-view";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { type NamedView, parseView, sameView, type ViewState } from "./view-state";

/** The saved state of a view, with its version. */
export interface ViewVersion {
  readonly id: string;
  readonly state: ViewState;
  readonly etag: string | undefined;
}

/** A saved view as visible to the current user. */
export interface SavedView extends NamedView, ViewVersion {
  readonly name: string;
  readonly isShared: boolean;
  readonly isOwn: boolean;
  /** A default of the project stays one for others while the user has another default: `isDefault` is false. */
  readonly isStoredDefault: boolean;
}

/** The changeable values of a view. */
export interface ViewChange {
  readonly isShared?: boolean;
  readonly isDefault?: boolean;
}

/** Returns the query for all views of a project that are visible to the current user. */
export function savedViewsQuery(projectId: string, me: string) {
  return queryOptions({
    queryKey: ["views", projectId] as const,
    queryFn: async ({ signal }) => {
      const found = await snapshotRecords(savedView, { projectId }, {}, { signal });
      return found
        .map((read) => ({ resource: read.record.resource, view: viewOf(read, me) }))
        .sort((one, other) => one.view.name.localeCompare(other.view.name, "en"));
    },
    staleTime: 60_000,
  });
}

/** The views of a list, and the state of their read. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly isKnown: boolean;
  readonly error: Error | null;
  readonly readAgain: () => Promise<unknown>;
}

/**
 * Returns the views of a resource's list: the user's own and the shared ones. The user's own
 * default comes first.
 */
export function useSavedViews(resource: Resource): SavedViews {
  const { me, project } = useProject();
  const { data, isPending, error, refetch } = useQuery(savedViewsQuery(project._id, me._id));
  const views = (data ?? []).flatMap((one) => (one.resource === resource.path ? one.view : []));
  const first = views.filter(({ isDefault }) => isDefault).find(({ isShared }) => !isShared);
  const shown = views.map((view) =>
    first && view.id !== first.id ? { ...view, isDefault: false } : view,
  );
  return { views: shown, isKnown: !isPending, error, readAgain: refetch };
}

/** Returns true if the current user may change a visible view. For display only; the API decides. */
export function mayChangeView({ project }: ProjectContext, { isOwn }: SavedView): boolean {
  return isOwn || project.permissions.some((title) => viewAdministrators.includes(title));
}

/** Returns functions that save, change and delete views of a resource's list. */
export function useSaveView(resource: Resource) {
  const { me, project } = useProject();
  const client = useQueryClient();
  const record = resource.path;
  const place = { person: me._id, project: project._id, resource: savedView, record };
  const [createView] = useState(() => createOnce(place));
  const refreshed = <Result>(sent: Promise<Result>) =>
    sent.finally(() => client.invalidateQueries({ queryKey: ["views"] }));
  return {
    /** Resolves to the id of the view. */
    create: async (name: string, state: ViewState, isShared: boolean): Promise<string> => {
      const own = { projectId: project._id, resource: resource.path };
      const data = { ...own, name, state: { ...state }, ...dataOf({ isShared }) };
      return String((await refreshed(createView(savedView, data))).record._id);
    },
    update: (id: string, change: ViewChange) =>
      refreshed(updateRecord(savedView, { id, data: dataOf(change) })),
    /**
     * Saves a state that was changed from the version `from`, and resolves to the new version. Rejects
     * with a `SaveConflict`, after `onConflict`, if another user saved another state meanwhile.
     */
    saveState: (
      from: ViewVersion,
      state: ViewState,
      onConflict: (theirs: ViewVersion) => void,
    ): Promise<ViewVersion> =>
      refreshed(saveMerged(planOf(client, from.id, onConflict), from, state)),
    /** `onRemoved` runs before the views are read again. */
    remove: (id: string, onRemoved: () => void) => {
      // An equal view that is saved later is another one.
      forgetUnanswered(place);
      return refreshed(deleteRecord(savedView, id).then(onRemoved));
    },
  };
}

interface ViewMerge {
  readonly values: ViewState;
  readonly conflicts: readonly ViewVersion[];
}

function planOf(
  client: QueryClient,
  id: string,
  onConflict: (theirs: ViewVersion) => void,
): MergePlan<ViewVersion, ViewMerge, ViewVersion> {
  return {
    write: async (state, { etag }) => {
      const change = { id, data: { state: { ...state } }, etag };
      return { id, state, etag: await updateRecord(savedView, change) };
    },
    read: async () => {
      const read = await client.fetchQuery({ ...recordQuery(savedView, id), staleTime: 0 });
      return { id, state: parseView(read.record.state), etag: read.etag };
    },
    // The name, the sharing and the default have versions too.
    merge: (from, mine, theirs) => {
      const isKept = sameView(theirs.state, from.state) || sameView(theirs.state, mine);
      return { values: mine, conflicts: isKept ? [] : [theirs] };
    },
    onMerge: (theirs, { conflicts }) => {
      if (conflicts.length === 0) return;
      onConflict(theirs);
      throw new SaveConflict(conflictAdvice, "this view");
    },
  };
}

const conflictAdvice = "“Reset” shows their version. “Save changes” now overwrites it.";

function dataOf({ isShared, isDefault }: ViewChange): JsonObject {
  return {
    ...(isShared !== undefined && { visibility: isShared ? "project" : "private" }),
    ...(isDefault !== undefined && { isDefault }),
  };
}

function viewOf({ record: row, etag }: RecordSnapshot, me: string): SavedView {
  return {
    id: String(row._id),
    etag,
    name: String(row.name),
    state: parseView(row.state),
    isDefault: row.isDefault === true,
    isStoredDefault: row.isDefault === true,
    isShared: row.visibility === "project",
    isOwn: row.ownerUserId === me,
  };
}
