"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { toForm } from "@/components/fields/inputs/form-values";
import { ReadProblem } from "@/components/resource/read-problem";
import { notify } from "@/components/ui/toast";
import { refreshAll } from "@/lib/client/mutations";
import { usePlace } from "@/lib/client/project";
import { inProject, listQuery, recordQuery } from "@/lib/client/queries";
import { knownResource } from "@/lib/client/resource-at";
import { resourceAt } from "@/lib/resources/index";
import type { JsonValue } from "@/lib/schema/json";
import { listKinds } from "@/lib/schema/operators";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { defaultRecord, duplicated, firstStates } from "./defaults";
import { FormSkeleton } from "./edit-record";
import { RecordForm } from "./record-form";
import { inSentence } from "./save-bar";
import type { Saved } from "./use-saving";

/**
 * Creates a record. The address may say what it begins with: `?from=<id>` copies a record, `?incidentId=<id>`
 * sets a relation.
 */
export function NewRecord({ path }: { readonly path: string }) {
  const resource = knownResource(path);
  const place = usePlace();
  const project = place.project._id;
  const router = useRouter();
  const client = useQueryClient();
  const asked = useSearchParams();
  const from = asked.get("from") ?? undefined;
  const start = useQuery({
    queryKey: ["beginnings", resource.path, project, asked.toString()],
    queryFn: async () => toForm(resource, await beginning(client, resource, project, from, asked)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const show = ({ id }: Saved) => {
    void refreshAll(client);
    notify({ title: `${resource.name} created` });
    router.push(`${place.base}/${resource.path}/${id}`);
  };
  if (start.error) {
    return <ReadProblem error={start.error} resource={resource} id={from ?? ""} />;
  }
  return (
    <div className="grid gap-5">
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
          person={place.me._id}
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

async function beginning(
  client: QueryClient,
  resource: Resource,
  project: string,
  from: string | undefined,
  asked: URLSearchParams,
): Promise<Row> {
  const named = presets(resource, asked);
  if (from !== undefined) {
    const { record } = await client.fetchQuery(recordQuery(resource, from));
    return { ...duplicated(resource, record), ...named };
  }
  const states = firstStates(resource, resourceAt).map(async ({ column, target }) => {
    const query = inProject(target, project, { isCreatedState: true });
    const ask = { query, sort: { order: 1 }, limit: 1, cursor: "", count: "none" } as const;
    const { data } = await client.fetchQuery(listQuery(target, ask));
    return [column.name, data[0]?._id ?? null] as const;
  });
  const first: Row = Object.fromEntries(await Promise.all(states));
  return { ...defaultRecord(resource, new Date()), ...first, ...named };
}

/** Relations that the address sets. */
function presets(resource: Resource, asked: URLSearchParams): Row {
  const entries = shapeOf(resource).columns.flatMap(({ name, field }): [string, JsonValue][] => {
    const id = field.to === undefined ? null : asked.get(name);
    if (id === null) return [];
    return [[name, listKinds.has(field.kind) ? [id] : id]];
  });
  return Object.fromEntries(entries);
}
