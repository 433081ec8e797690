"use client";

import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { defaultView, sameView, type ViewState } from "./view-state";

const parsers = {
  filter: parseAsString,
  q: parseAsString,
  sort: parseAsString,
  size: parseAsInteger,
  columns: parseAsString,
  view: parseAsString,
};

/** A view that was saved under a name. */
export interface NamedView {
  readonly id: string;
  readonly state: ViewState;
  readonly isDefault: boolean;
}

/** What the list shows now, by which view, and how to change it. */
export interface ViewControls {
  readonly state: ViewState;
  /** The view in use; undefined for the plain list. */
  readonly view: string | undefined;
  /** Whether the view was changed since it was opened. */
  readonly isEdited: boolean;
  readonly change: (change: Partial<ViewState>, how?: "push" | "replace") => void;
  /** Opens a saved view as it was saved; undefined opens the plain list. */
  readonly open: (view: string | undefined) => void;
}

/** The name that stands in the URL for the list without any view, where there is a default one. */
const none = "none";

/**
 * The state of a list, kept in the URL. Nothing said there, a list begins with the default among `views`; a view
 * alone is that view as it was saved; anything more is what the list shows, whatever the view holds.
 */
export function useViewState(views: readonly NamedView[]): ViewControls {
  const [params, setParams] = useQueryStates(parsers, { history: "push", clearOnDefault: false });
  const { view: named, ...own } = params;
  const isOwn = Object.values(own).some((value) => value !== null);
  const wanted = named ?? (isOwn ? undefined : views.find(({ isDefault }) => isDefault)?.id);
  const view = views.find(({ id }) => id === wanted);
  const saved = view?.state ?? defaultView;
  const state = isOwn ? withoutNull(own) : saved;
  const write = (next: ViewState, to: NamedView | undefined, history: "push" | "replace") => {
    const written = to ? next : withoutDefaults(next);
    const values = sameView(next, to?.state ?? defaultView) ? blank : written;
    void setParams({ ...values, view: to?.id ?? nameOfNone(views) }, { history });
  };
  return {
    state,
    view: view?.id,
    isEdited: view !== undefined && !sameView(state, saved),
    change: (change, history = "push") => write({ ...state, ...change }, view, history),
    // A view that was saved just now is not among the views yet, and is opened all the same.
    open: (id) => void setParams({ ...blank, view: id ?? nameOfNone(views) }),
  };
}

const blank = { filter: null, q: null, sort: null, size: null, columns: null };

function nameOfNone(views: readonly NamedView[]): string | null {
  return views.some(({ isDefault }) => isDefault) ? none : null;
}

/** Without a view only what differs from the plain list needs saying. */
function withoutDefaults({ filter, q, sort, size, columns }: ViewState): ParamValues {
  return {
    filter: filter || null,
    q: q || null,
    sort: sort || null,
    size: size === defaultView.size ? null : size,
    columns: columns || null,
  };
}

interface ParamValues {
  readonly filter: string | null;
  readonly q: string | null;
  readonly sort: string | null;
  readonly size: number | null;
  readonly columns: string | null;
}

function withoutNull(params: ParamValues): ViewState {
  return {
    filter: params.filter ?? defaultView.filter,
    q: params.q ?? defaultView.q,
    sort: params.sort ?? defaultView.sort,
    size: params.size ?? defaultView.size,
    columns: params.columns ?? defaultView.columns,
  };
}
