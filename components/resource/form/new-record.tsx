"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { inSentence, sentenceCase } from "@/components/resource/in-sentence";
import { ReadError, ReadGate } from "@/components/resource/read-problem";
import { useUndoCreation } from "@/components/resource/use-undo";
import { notify } from "@/components/ui/toast";
import { refreshAll } from "@/lib/client/mutations";
import { useProject } from "@/lib/client/project";
import { knownResource } from "@/lib/client/resource-at";
import type { Resource } from "@/lib/schema/resource";
import { initialValuesQuery } from "./beginning";
import { FormSkeleton } from "./edit-record";
import { RecordForm } from "./record-form";
import type { Saved, UserActivity } from "./use-saving";
import { WriteGate } from "./write-gate";

/**
 * Creates a record. The address may say what it begins with: `?from=<id>` copies a record, `?incidentId=<id>`
 * sets a relation.
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
  const show = ({ id, etag }: Saved, meanwhile: UserActivity) => {
    void refreshAll(client);
    notify({
      title: `${sentenceCase(resource.name)} created`,
      ...(undo && {
        detail: "Undo deletes it again.",
        action: { label: "Undo", onPress: () => void undo(id, etag) },
      }),
    });
    const record = `${context.base}/${resource.path}/${id}`;
    if (meanwhile === "waited") router.push(record);
    // What was typed since is the draft of the form that this leads to.
    if (meanwhile === "typedOn") router.push(`${record}/edit`);
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
          onCancel={() => router.back()}
        />
      ) : (
        <FormSkeleton />
      )}
    </div>
  );
}
