import type { ReactNode } from "react";
import { MissingPermission } from "@/components/errors/missing-permission";
import { ButtonLink } from "@/components/ui/button";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";

type Writing = "create" | "update";

interface Props {
  readonly resource: Resource;
  readonly writing: Writing;
  readonly children: ReactNode;
}

/**
 * Shows the form inside, or the reason why the resource is read-only or the user lacks permission,
 * before anything is typed.
 */
export function WriteGate({ resource, writing, children }: Props) {
  const context = useProject();
  const isOffered = resource.operations.includes(writing);
  if (isOffered && mayUse(context, resource, writing)) return children;
  return (
    <section className="grid max-w-prose gap-3 py-10">
      <h1 className="font-semibold text-20 text-ink-strong">
        {isOffered ? refused[writing] : `${sentenceCase(resource.plural)} ${notOffered[writing]}`}
      </h1>
      <div role="alert" className="text-14">
        {isOffered ? <MissingPermission resource={resource} operation={writing} /> : resource.about}
      </div>
      <p>
        <ButtonLink href={`${context.base}/${resource.path}`}>
          All {inSentence(resource.plural)}
        </ButtonLink>
      </p>
    </section>
  );
}

const refused: Readonly<Record<Writing, string>> = {
  create: "You do not have permission to create this",
  update: "You do not have permission to edit this",
};

const notOffered: Readonly<Record<Writing, string>> = {
  create: "cannot be created here",
  update: "cannot be edited",
};
