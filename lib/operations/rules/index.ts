import type { Rules } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import { aiAgentRules } from "./ai-agents/ai-agent";
import { aiAgentTaskRules } from "./ai-agents/ai-agent-task";
import { incidentRules } from "./incidents/incident";
import { incidentRoleRules } from "./incidents/incident-role";
import { incidentStateTimelineRules } from "./incidents/incident-state-timeline";
import { monitorRules } from "./monitoring/monitor";
import { apiKeyRules } from "./settings/api-key";
import { invitationRules } from "./settings/invitation";
import { memberRules } from "./settings/member";
import { preferenceRules } from "./settings/preference";
import { projectRules } from "./settings/project";
import { savedViewRules } from "./settings/saved-view";
import { statusPageRules } from "./status-pages/status-page";
import { statusPageGroupRules, statusPageResourceRules } from "./status-pages/status-page-group";
import { accessLogRules } from "./system/access-log";
import { changeLogRules } from "./system/change-log";
import { declaredRules } from "./timeline/lifecycle-rules";

const rules: ReadonlyMap<string, Rules> = new Map<string, Rules>([
  ["access-log", accessLogRules],
  ["ai-agent", aiAgentRules],
  ["ai-agent-task", aiAgentTaskRules],
  ["api-key", apiKeyRules],
  ["change-log", changeLogRules],
  ["incident", incidentRules],
  ["incident-role", incidentRoleRules],
  ["incident-state-timeline", incidentStateTimelineRules],
  ["invitation", invitationRules],
  ["member", memberRules],
  ["monitor", monitorRules],
  ["preference", preferenceRules],
  ["project", projectRules],
  ["saved-view", savedViewRules],
  ["status-page", statusPageRules],
  ["status-page-group", statusPageGroupRules],
  ["status-page-resource", statusPageResourceRules],
]);

const none: Rules = {};

const declared = new Map<string, Rules>();

/** Returns the rules of a resource, else those that its definition declares; empty for most. */
export function rulesOf(path: string): Rules {
  const known = rules.get(path) ?? declared.get(path);
  if (known) return known;
  const resource = resourceAt(path);
  const made = (resource && declaredRules(resource)) ?? none;
  declared.set(path, made);
  return made;
}
