import { type ReactNode, useMemo } from "react";
import { useRecordLabels } from "@/components/fields/record-labels";
import type { LabelRequest } from "@/lib/client/queries/label-batch";
import { type Labels, LabelsProvider, labelKey } from "@/lib/client/queries/labels";
import type { Story } from "@/lib/contract/records/story";

interface Props {
  readonly pages: readonly Story[];
  /** Further ids whose names are needed. Those that the pages do not name are requested. */
  readonly ask?: LabelRequest;
  /** Ids that the pages would name if the user could read them. */
  readonly known?: LabelRequest;
  readonly children: ReactNode;
}

/** Provides the names that come with a story, and requests only what it does not name. */
export function StoryLabels({ pages, ask = none, known = none, children }: Props) {
  // Performance: each entry of a timeline reads the names.
  const told = useMemo(() => labelsOf(pages), [pages]);
  const others = useRecordLabels(without(ask, told));
  const labels = useMemo(() => {
    const absent = pages.length === 0 ? [] : idsIn(known).filter((key) => !told.has(key));
    return new Map([...absent.map((key) => [key, "missing"] as const), ...others, ...told]);
  }, [pages, told, others, known]);
  return <LabelsProvider value={labels}>{children}</LabelsProvider>;
}

const none: LabelRequest = {};

function labelsOf(pages: readonly Story[]): Labels {
  return new Map(
    pages.flatMap(({ labels }) =>
      Object.entries(labels).flatMap(([path, byId]) =>
        Object.entries(byId).map(([id, label]) => [labelKey(path, id), label] as const),
      ),
    ),
  );
}

function without(ask: LabelRequest, told: Labels): LabelRequest {
  return Object.fromEntries(
    Object.entries(ask)
      .map(([path, ids]) => [path, ids.filter((id) => !told.has(labelKey(path, id)))] as const)
      .filter(([, ids]) => ids.length > 0),
  );
}

function idsIn(ask: LabelRequest): readonly string[] {
  return Object.entries(ask).flatMap(([path, ids]) => ids.map((id) => labelKey(path, id)));
}
