import { useQueries } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { CommandBlock } from "@/components/ui/command-block";
import { mayUse, useProject } from "@/lib/client/project/project";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import type { Resource } from "@/lib/schema/resource";
import { OverviewSection } from "./section";

interface Step {
  readonly resource: Resource;
  readonly title: string;
  /** The page where the step is taken, within the project. */
  readonly path: string;
}

const steps: readonly Step[] = [
  { resource: monitor, title: "Add the first monitor", path: "monitor/new" },
  { resource: member, title: "Invite the people on call", path: "people" },
  { resource: apiKey, title: "Create an API key for the first program", path: "keys" },
  { resource: statusPage, title: "Create a status page", path: "status-page/new" },
];

/**
 * The first steps of a project without records, with a tick for each that is done. Steps that the
 * user may not take are left out; nothing is shown once all are done.
 */
export function SetUp() {
  const context = useProject();
  const { me, project, base } = context;
  // The user may be a member, or an owner of the deployment without a membership.
  const others = { userId: { _type: "NotEqual", value: me._id } };
  const offered = steps.filter(
    ({ resource }) => mayUse(context, resource, "create") && mayUse(context, resource, "read"),
  );
  const counted = useQueries({
    queries: offered.map(({ resource }) =>
      listQuery(resource, {
        select: { _id: true },
        query: inProject(resource, project._id, resource === member ? others : {}),
        ...({ limit: 1, cursor: "", count: "exact" } as const),
      }),
    ),
  });
  const lines = offered.map((step, place) => {
    const count = counted[place]?.data?.count;
    return {
      step,
      isDone: count !== undefined && count > 0,
      isKnown: count !== undefined,
    };
  });
  if (lines.every(({ isDone }) => isDone) || lines.some(({ isKnown }) => !isKnown)) return null;
  return (
    <OverviewSection title="Set up this project" className="lg:col-span-2">
      <ol className="grid gap-1 text-13">
        {lines.map(({ step: { title, path, resource }, isDone }) => (
          <li key={path} className="grid gap-2">
            <a
              href={`${base}/${path}`}
              className="flex w-fit items-center gap-2 py-1 hover:underline pointer-coarse:min-h-11"
            >
              {isDone ? (
                <CircleCheck size={16} aria-hidden className="text-ok" />
              ) : (
                <Circle size={16} aria-hidden className="text-ink-muted" />
              )}
              <span className={isDone ? "text-ink-muted line-through" : "text-ink-strong"}>
                {title}
              </span>
              <span className="sr-only">{isDone ? "(done)" : "(to do)"}</span>
            </a>
            {resource === apiKey && !isDone && (
              <CommandBlock>{firstCall(project._id)}</CommandBlock>
            )}
          </li>
        ))}
      </ol>
    </OverviewSection>
  );
}

/** Returns the command that lists the monitors of a project with a key. */
function firstCall(projectId: string): string {
  const body = JSON.stringify({ query: { projectId }, select: { name: true } });
  return `curl ${window.location.origin}/api/monitor/get-list -H "ApiKey: $KEY" -H "Content-Type: application/json" -d '${body}'`;
}
