"use client";

import { Explained } from "@/components/access/explained";
import { inSentence } from "@/components/resource/in-sentence";
import { ButtonLink } from "@/components/ui/button";
import { isProblem } from "@/lib/client/problem";
import { usePlace } from "@/lib/client/project";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly error: unknown;
  readonly resource: Resource;
  readonly id: string;
}

/** Why a record cannot be shown, and what to do next. */
export function ReadProblem({ error, resource, id }: Props) {
  const { base } = usePlace();
  const isMissing = isProblem(error, "not_found");
  const isForbidden = isProblem(error, "forbidden");
  return (
    <section className="grid max-w-prose gap-3 py-10">
      <h1 className="font-semibold text-20 text-ink-strong">
        {isMissing && `No such ${inSentence(resource.name)}`}
        {isForbidden && "You may not see this"}
        {!(isMissing || isForbidden) && "This could not be loaded"}
      </h1>
      <p role="alert" className="text-14">
        {isMissing ? (
          "It was deleted, belongs to another project, or never existed. The id may also belong to another kind of record."
        ) : (
          <Explained error={error} />
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

/** Above a record that was there a moment ago: what is shown is how it was. */
export function GoneNote({ resource }: { readonly resource: Resource }) {
  const { base } = usePlace();
  return (
    <p
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 border-warn border-l-2 bg-surface-sunken px-3 py-2 text-13"
    >
      This {inSentence(resource.name)} was deleted meanwhile, or you may no longer see it. Below is
      how it was.
      <ButtonLink size="small" href={`${base}/${resource.path}`}>
        All {inSentence(resource.plural)}
      </ButtonLink>
    </p>
  );
}
