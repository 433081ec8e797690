"use client";

import { useState } from "react";
import type { Selection } from "@/components/resource/list/use-selection";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import { call } from "@/lib/client/api";
import { explain } from "@/lib/client/problem";
import type { ListPage } from "@/lib/client/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly whole: JsonObject;
  readonly total: number;
}

/** Selects all that the list holds, by id: what is acted on later is what was counted now. */
export function SelectAll({ resource, selection, whole, total }: Props) {
  const [isPending, setPending] = useState(false);
  if (total <= selection.ids.size || total > most) return null;
  const selectAll = async () => {
    setPending(true);
    try {
      selection.setMany(await allIds(resource, whole), true);
    } catch (error) {
      notify({ title: "Not selected", detail: explain(error), tone: "danger" });
    }
    setPending(false);
  };
  return (
    <Button size="small" look="quiet" isPending={isPending} onPress={() => void selectAll()}>
      Select all {total.toLocaleString("en")}
    </Button>
  );
}

const most = 10_000;

async function allIds(resource: Resource, query: JsonObject): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = await idsFrom(resource, query, ""); ; ) {
    ids.push(...page.data.map((row) => String(row._id)));
    if (page.nextCursor === null) return ids;
    page = await idsFrom(resource, query, page.nextCursor);
  }
}

async function idsFrom(resource: Resource, query: JsonObject, cursor: string): Promise<ListPage> {
  const body = { query, select: { _id: true }, limit: 100, cursor, count: "none" };
  return (await call<ListPage>("POST", `/api/${resource.path}/get-list`, { body })).data;
}
