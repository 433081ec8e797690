import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import type { SavedViews } from "@/lib/client/views/saved-views";
import {
  defaultView,
  type NamedView,
  sameView,
  type ViewState,
} from "@/lib/client/views/view-state";

const parsers = {
  filter: parseAsString,
  q: parseAsString,
  sort: parseAsString,
  size: parseAsInteger,
  columns: parseAsString,
  view: parseAsString,
};

/** The state of the list, the view it belongs to, and functions that change it. */
export interface ViewControls {
  readonly state: ViewState;
  /** The view in use; undefined for the plain list. */
  readonly view: string | undefined;
  /** Whether it is known which rows to read. False for a missing view too. */
  readonly isKnown: boolean;
  /** The URL names only a view, and the user has none of this id. */
  readonly isMissing: boolean;
  /** Whether the view has unsaved changes. */
  readonly isEdited: boolean;
  readonly change: (change: Partial<ViewState>, how?: "push" | "replace") => void;
  /** Opens a saved view without changes; undefined opens the plain list. */
  readonly open: (view: string | undefined) => void;
}

/** The value in the URL for the list without a view, if there is a default view. */
const none = "none";

/**
 * Holds the state of a list in the URL. Without parameters a list shows the default among `views`.
 * A view alone shows that view as saved. Any further parameter replaces the state of the view.
 */
export function useViewState(saved: SavedViews): ViewControls {
  const { views } = saved;
  const [params, setParams] = useQueryStates(parsers, { history: "push", clearOnDefault: false });
  const { view: named, ...own } = params;
  const isOwn = Object.values(own).some((value) => value !== null);
  const wanted = named ?? (isOwn ? undefined : views.find(({ isDefault }) => isDefault)?.id);
  const view = views.find(({ id }) => id === wanted);
  const before = view?.state ?? defaultView;
  const state = isOwn ? withoutNull(own) : before;
  const isUnknown = named && named !== none && !isOwn && !view && saved.isKnown;
  const isMissing = useIsMissing(isUnknown ? named : undefined, saved);
  const write = (next: ViewState, to: NamedView | undefined, history: "push" | "replace") => {
    const written = to ? next : withoutDefaults(next);
    const values = sameView(next, to?.state ?? defaultView) ? blank : written;
    void setParams({ ...values, view: to?.id ?? nameOfNone(views) }, { history });
  };
  return {
    state,
    view: view?.id,
    isKnown: saved.isKnown && !isUnknown,
    isMissing,
    isEdited: view !== undefined && !sameView(state, before),
    change: (change, history = "push") => write({ ...state, ...change }, view, history),
    // A view that was saved just now is not among the views yet. It is opened all the same.
    open: (id) => void setParams({ ...blank, view: id ?? nameOfNone(views) }),
  };
}

/**
 * Returns true for a view that is not among the saved ones even after they are read again: it may have
 * been shared after the last read.
 */
function useIsMissing(id: string | undefined, { readAgain }: SavedViews): boolean {
  const [missing, setMissing] = useState<string>();
  // The API is outside of React.
  useEffect(() => {
    if (id !== undefined) void readAgain().then(() => setMissing(id));
  }, [id, readAgain]);
  return id !== undefined && id === missing;
}

const blank = { filter: null, q: null, sort: null, size: null, columns: null };

function nameOfNone(views: readonly NamedView[]): string | null {
  return views.some(({ isDefault }) => isDefault) ? none : null;
}

/** Without a view the URL needs only what differs from the plain list. */
function withoutDefaults({ filter, q, sort, size, columns }: ViewState): ParamValues {
  return {
    filter: filter || null,
    q: q || null,
    sort: sort || null,
    size: size === defaultView.size ? null : size,
    columns: columns || null,
  };
}

type ParamValues = { readonly [Name in keyof ViewState]: ViewState[Name] | null };

function withoutNull(params: ParamValues): ViewState {
  return {
    filter: params.filter ?? defaultView.filter,
    q: params.q ?? defaultView.q,
    sort: params.sort ?? defaultView.sort,
    size: params.size ?? defaultView.size,
    columns: params.columns ?? defaultView.columns,
  };
}
