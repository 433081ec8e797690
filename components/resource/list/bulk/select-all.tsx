"use client";

import { useState } from "react";
import { notifyFailure } from "@/components/access/notify-failure";
import type { Selection } from "@/components/resource/list/use-selection";
import { Button } from "@/components/ui/button";
import { freeze } from "@/lib/client/bulk";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly wholeNow: () => JsonObject;
  readonly total: number;
}

/** Selects all that the list holds, by id: what is acted on later is what was counted now. */
export function SelectAll({ resource, selection, wholeNow, total }: Props) {
  const [isPending, setPending] = useState(false);
  if (total <= selection.ids.size || total > most) return null;
  const selectAll = async () => {
    setPending(true);
    try {
      const all = await freeze(resource, wholeNow());
      selection.setMany(
        all.map(({ record }) => String(record._id)),
        true,
      );
    } catch (error) {
      notifyFailure("Not selected", error);
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
