"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toForm } from "@/components/fields/form-values";
import { RecordPresence } from "@/components/resource/presence/record-presence";
import { ReadError } from "@/components/resource/record/read-problem";
import { undoData, useUndo } from "@/components/resource/saving/use-undo";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast/toast";
import { recordNumber } from "@/components/words/record-title";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { useEditing } from "@/lib/client/live/edited-records";
import { useProject } from "@/lib/client/project/project";
import { knownResource } from "@/lib/client/project/resource-at";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { refreshAll, showSaved } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import { RecordForm } from "./record-form";
import type { Saved } from "./use-save-record";
import { WriteGate } from "./write-gate";

/** Edits a record: sends the changed fields, then shows the record with an undo. */
export function EditRecord({ path, id }: { readonly path: string; readonly id: string }) {
  const resource = knownResource(path);
  return (
    <WriteGate resource={resource} writing="update">
      <EditForm resource={resource} id={id} />
    </WriteGate>
  );
}

function EditForm({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const query = recordQuery(resource, id);
  const client = useQueryClient();
  const { data, error, isFetching } = useQuery({ ...query, staleTime: 0, gcTime: 0 });
  // A step has changed the record since it was read. The form would be refused.
  const [isOutdated, setOutdated] = useState(
    () => client.getQueryState(query.queryKey)?.isInvalidated === true,
  );
  if (isOutdated && !isFetching) setOutdated(false);
  // A refetch behind an open form may fail. The input stays.
  if (data && !isOutdated) return <LoadedForm key={id} {...{ resource, id, data }} />;
  if (error) return <ReadError error={error} resource={resource} id={id} />;
  return <FormSkeleton />;
}

interface LoadedProps {
  readonly resource: Resource;
  readonly id: string;
  readonly data: RecordRead;
}

function LoadedForm({ resource, id, data }: LoadedProps) {
  const { me, project, base } = useProject();
  const router = useRouter();
  const client = useQueryClient();
  const place = `${base}/${resource.path}/${id}`;
  const undo = useUndo(resource, id);
  useEditing(resource.path, id);
  const show = ({ etag, data: sent, isTypedOn }: Saved) => {
    const back = undoData(resource, data.record, sent);
    showSaved(client, resource, data, { id, data: sent, etag });
    void refreshAll(client, resource);
    notify({
      title: `${sentenceCase(resource.name)} saved`,
      ...(isTypedOn && { detail: "Later changes are not saved yet." }),
      ...(back && { action: { label: "Undo", onPress: () => void undo(back, etag) } }),
    });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex items-center gap-3">
        <h1 className="font-semibold text-20 text-ink-strong">
          Edit {recordNumber(resource, data.record) ?? inSentence(resource.name)}
        </h1>
        <RecordPresence path={resource.path} id={id} />
      </div>
      <RecordForm
        {...{ resource, id }}
        project={project._id}
        person={me._id}
        base={{ values: toForm(resource, data.record), etag: data.etag }}
        onSaved={show}
        onDone={({ isTypedOn }) => isTypedOn || router.push(place)}
        onCancel={() => router.push(place)}
      />
    </div>
  );
}

/** Skeleton of a form while its values load. */
export function FormSkeleton() {
  return (
    <div className="grid max-w-2xl gap-6 py-2" role="status" aria-label="Loading">
      {["w-1/3", "w-full", "w-2/3", "w-5/6", "w-1/2"].map((width) => (
        <span key={width} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className={`h-8! ${width}`} />
        </span>
      ))}
    </div>
  );
}
