"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { recordName } from "@/components/fields/relation/record-name";
import { sentenceCase } from "@/components/words/sentence-case";
import { recentlyOpened } from "@/lib/client/device/recents";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { labelsQuery } from "@/lib/client/queries/label-query";
import { resourceAt } from "@/lib/resources/index";
import type { Command } from "./command";

/**
 * Returns the records that the user opened last in this project and may still read, with their
 * current names.
 */
export function useRecentRecords(): readonly Command[] {
  const { me, project, base } = useProject();
  const router = useRouter();
  const [opened] = useState(() => recentlyOpened(me._id, project._id));
  const ids: Record<string, string[]> = {};
  for (const { resource, id } of opened) ids[resource] = [...(ids[resource] ?? []), id];
  const { data } = useQuery({ ...labelsQuery(ids), enabled: opened.length > 0 });
  return opened.flatMap(({ resource, id }) => {
    const label = data?.[resource]?.[id];
    const kind = resourceAt(resource)?.name;
    if (!label || kind === undefined) return [];
    const { number, color } = label;
    const title = recordName(resource, label.label);
    return [
      {
        ...{ id: `recent:${id}`, title, aside: sentenceCase(kind) },
        ...(number !== undefined && { number }),
        ...(color !== undefined && { color }),
        run: () => router.push(`${base}/${resource}/${id}`),
      },
    ];
  });
}
