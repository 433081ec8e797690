"use client";

import { lazy, Suspense } from "react";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { exportList } from "./export-list";
import { ListFooter } from "./list-footer";
import type { ListPageState } from "./use-list-page";
import type { Selection } from "./use-selection";

const ActionBar = lazy(async () => ({ default: (await import("./bulk/action-bar")).ActionBar }));

interface Props {
  readonly resource: Resource;
  readonly page: ListPageState;
  readonly selection: Selection;
}

/** Under the rows: the pages, or what can be done to the records that are selected. */
export function ListBottom({ resource, page, selection }: Props) {
  const { list, layout, sort, view } = page;
  const saveAs = (query: JsonObject, format: string) =>
    void exportList({ resource, columns: layout.columns, query, sort, format });
  if (selection.ids.size === 0) {
    return (
      <ListFooter
        list={list}
        size={view.state.size}
        onSize={(size) => view.change({ size })}
        onExport={(format) => saveAs(list.whole, format)}
      />
    );
  }
  const chosen = { _and: inHundreds([...selection.ids]) };
  return (
    <Suspense fallback={<div className="h-10 shrink-0 border-line border-t bg-accent-soft" />}>
      <ActionBar
        {...{ resource, selection, whole: list.whole, total: list.page?.count ?? 0 }}
        onExport={() => saveAs(chosen, "csv")}
      />
    </Suspense>
  );
}

/** The API compares with at most 500 values at once. */
function inHundreds(ids: readonly string[]): JsonObject[] {
  const groups: JsonObject[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    groups.push({ _id: { _type: "Includes", value: ids.slice(at, at + 500) } });
  }
  return [{ _or: groups }];
}
