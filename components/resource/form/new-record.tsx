"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { ReadError, ReadGate } from "@/components/resource/record/read-problem";
import { useUndoCreation } from "@/components/resource/saving/use-undo";
import { notify } from "@/components/ui/toast/toast";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { knownResource } from "@/lib/client/project/resource-at";
import { refreshAll } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import { FormSkeleton } from "./edit-record";
import { initialValuesQuery } from "./initial-values";
import { RecordForm } from "./record-form";
import type { Saved } from "./use-save-record";
import { WriteGate } from "./write-gate";

/**
 * Creates a record. The URL may set initial values: `?from=<id>` copies a record,
 * `?incidentId=<id>` sets a relation.
 */
export function NewRecord({ path }: { readonly path: string }) {
  const resource = knownResource(path);
  const isCopy = useSearchParams().has("from");
  const form = <NewForm resource={resource} />;
  return (
    <WriteGate resource={resource} writing="create">
      {isCopy ? <ReadGate path={path}>{form}</ReadGate> : form}
    </WriteGate>
  );
}

function NewForm({ resource }: { readonly resource: Resource }) {
  const context = useProject();
  const project = context.project._id;
  const router = useRouter();
  const client = useQueryClient();
  const asked = useSearchParams();
  const from = asked.get("from") ?? undefined;
  const start = useQuery(
    initialValuesQuery(client, resource, context, new URLSearchParams(asked.toString())),
  );
  const undo = useUndoCreation(resource);
  const show = ({ id, etag }: Saved) => {
    void refreshAll(client, resource);
    notify({
      title: `${sentenceCase(resource.name)} created`,
      ...(undo && {
        detail: "Undo deletes the record.",
        action: { label: "Undo", onPress: () => void undo(id, etag) },
      }),
    });
  };
  const leave = ({ id, isTypedOn }: Saved) => {
    const record = `${context.base}/${resource.path}/${id}`;
    // Input typed since the save is the draft of the edit form.
    router.push(isTypedOn ? `${record}/edit` : record);
  };
  if (start.error) {
    return <ReadError error={start.error} resource={resource} id={from ?? ""} />;
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        <h1 className="font-semibold text-20 text-ink-strong">
          {from === undefined ? "New" : "Copy of"} {inSentence(resource.name)}
        </h1>
        <p className="text-13 text-ink-muted">{resource.about}</p>
      </div>
      {start.data ? (
        <RecordForm
          key={asked.toString()}
          {...{ resource, project }}
          person={context.me._id}
          draftName={`new?${asked}`}
          base={{ values: start.data, etag: undefined }}
          onSaved={show}
          onDone={leave}
          onCancel={() => router.back()}
        />
      ) : (
        <FormSkeleton />
      )}
    </div>
  );
}
