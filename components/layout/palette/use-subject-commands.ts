import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { recordInPath } from "@/components/layout/nav/record-in-path";
import { useStepAction } from "@/components/resource/saving/use-step-action";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useRouter } from "@/lib/client/project/navigation";
import { mayRead, mayUse, useProject } from "@/lib/client/project/project";
import { labelsQuery } from "@/lib/client/queries/label-batch";
import { recordQuery } from "@/lib/client/queries/queries";
import { stepMethod, useSteps } from "@/lib/client/saving/state-transitions";
import type { Hit } from "@/lib/contract/search";
import { incident } from "@/lib/resources/incidents/incident";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Command, Section } from "./command";
import type { TypedStep } from "./typed-step";

interface Subject {
  readonly resource: Resource;
  readonly id: string;
}

/** Actions on a record; undefined without one. */
export interface SubjectCommands {
  readonly section: Section | undefined;
  /** The step that the user asked for, if the record can take it. */
  readonly typed: Command | undefined;
  /** The record and its steps are being read. */
  readonly isLoading: boolean;
}

/**
 * Returns the user's actions on the first record found, or on the record of this page. A typed step
 * is meant for a record with a lifecycle.
 */
export function useSubjectCommands(
  text: string,
  hits: readonly Hit[],
  asked: TypedStep | undefined,
): SubjectCommands {
  const context = useProject();
  const router = useRouter();
  const here = recordInPath(usePathname(), context.base);
  const subject = text.trim() === "" ? here : firstOf(hits);
  const known = useQuery({
    ...labelsQuery(subject ? { [subject.resource.path]: [subject.id] } : {}),
    enabled: subject !== undefined,
  });
  const { steps, isLoading } = useSubjectSteps(subject);
  if (!subject) return nothing;
  const { resource, id } = subject;
  const label = known.data?.[resource.path]?.[id];
  const name = label && (label.number ?? bidiIsolate(label.label));
  if (name === undefined) return { ...nothing, isLoading: known.isLoading };
  const may = resource.operations.includes("update") && mayUse(context, resource, "update");
  const at = `${context.base}/${resource.path}/${id}`;
  const edit: Command = {
    ...{ id: `edit:${id}`, title: `Edit ${name}` },
    run: () => router.push(`${at}/edit`),
  };
  const taking = steps.map(({ step, take }) => ({
    ...{ id: `${step.name}:${id}`, title: `${step.name} ${name}` },
    ...{ step: step.name, run: () => take(name) },
  }));
  const typed = taking.find(({ step }) => step === asked?.name);
  return {
    section: {
      title: text.trim() === "" ? "This record" : `Actions for ${name}`,
      commands: [...taking.filter((one) => one !== typed), ...(may ? [edit] : [])],
    },
    ...{ typed, isLoading },
  };
}

const nothing: SubjectCommands = { section: undefined, typed: undefined, isLoading: false };

/** Returns the steps from the subject's current state, and the functions that take them. */
function useSubjectSteps(subject: Subject | undefined) {
  const context = useProject();
  const resource = subject?.resource ?? incident;
  const may = mayRead(context, resource) && stepMethod(context, resource) !== "none";
  const { data, isLoading } = useQuery({
    ...recordQuery(resource, subject?.id ?? ""),
    enabled: subject !== undefined && may,
  });
  const steps = useSteps(resource, context.project._id, data?.record ?? {});
  const take = useStepAction(resource);
  if (!subject || !may) return { steps: [], isLoading: false };
  const { record } = data ?? {};
  return {
    steps: (record ? (steps ?? []) : []).map((step) => ({
      step,
      take: (name: string) => record && void take(record, name, step),
    })),
    isLoading: isLoading || steps === undefined,
  };
}

function firstOf(hits: readonly Hit[]): Subject | undefined {
  const [first] = hits;
  const resource = resourceAt(first?.resource ?? "");
  return first && resource ? { resource, id: first._id } : undefined;
}
