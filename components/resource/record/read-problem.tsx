"use client";

import type { ReactNode } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { MissingPermission } from "@/components/errors/missing-permission";
import { ButtonLink } from "@/components/ui/button";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { isProblem } from "@/lib/client/http/problem";
import { mayRead, useProject } from "@/lib/client/project/project";
import { knownResource } from "@/lib/client/project/resource-at";
import type { Resource } from "@/lib/schema/resource";

/** Shows a record, or the missing permission without any request. */
export function ReadGate(props: { readonly path: string; readonly children: ReactNode }) {
  const context = useProject();
  const resource = knownResource(props.path);
  if (mayRead(context, resource)) return props.children;
  return (
    <div role="alert" className="grid max-w-prose gap-2 py-10">
      <h1 className="font-semibold text-20 text-ink-strong">
        You do not have permission to view {inSentence(resource.plural)}
      </h1>
      <MissingPermission resource={resource} operation="get" />
    </div>
  );
}

interface Props {
  readonly error: unknown;
  readonly resource: Resource;
  readonly id: string;
}

/** Explains why a record cannot be shown, and what to do next. */
export function ReadError({ error, resource, id }: Props) {
  const { base } = useProject();
  const isMissing = isProblem(error, "not_found");
  const isForbidden = isProblem(error, "forbidden");
  return (
    <section className="grid max-w-prose gap-3 py-10">
      <h1 className="font-semibold text-20 text-ink-strong">
        {isMissing && `${sentenceCase(resource.name)} not found`}
        {isForbidden && "You do not have permission to view this"}
        {!(isMissing || isForbidden) && "This could not be loaded"}
      </h1>
      <p role="alert" className="text-14">
        {isMissing ? (
          "The record was deleted, is in another project, or never existed. The id may belong to another resource."
        ) : (
          <ErrorMessage error={error} />
        )}
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink href={`${base}/${resource.path}`}>All {inSentence(resource.plural)}</ButtonLink>
        {isMissing && (
          <ButtonLink href={`${base}?find=${encodeURIComponent(id)}`}>
            Search for this id everywhere
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

/** Banner above a record that was just deleted: the data shown is its last state. */
export function DeletedNotice({ resource }: { readonly resource: Resource }) {
  const { base } = useProject();
  return (
    <p
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 border-warn border-l-2 bg-surface-sunken px-3 py-2 text-13"
    >
      This {inSentence(resource.name)} was deleted, or you can no longer view it. The last known
      version is shown below.
      <ButtonLink size="small" href={`${base}/${resource.path}`}>
        All {inSentence(resource.plural)}
      </ButtonLink>
    </p>
  );
}
