import type { Rules } from "@/lib/operations/transaction/transaction";
import { aiAgentRules } from "./ai-agents/ai-agent";
import { aiAgentTaskRules } from "./ai-agents/ai-agent-task";
import { alertRules } from "./alerts/alert";
import { alertStateTimelineRules } from "./alerts/alert-state-timeline";
import { incidentRules } from "./incidents/incident";
import { incidentRoleRules } from "./incidents/incident-role";
import { incidentStateTimelineRules } from "./incidents/incident-state-timeline";
import { monitorRules } from "./monitoring/monitor";
import { monitorStatusTimelineRules } from "./monitoring/monitor-status-timeline";
import { apiKeyRules } from "./settings/api-key";
import { invitationRules } from "./settings/invitation";
import { memberRules } from "./settings/member";
import { preferenceRules } from "./settings/preference";
import { projectRules } from "./settings/project";
import { savedViewRules } from "./settings/saved-view";
import { accessLogRules } from "./system/access-log";
import { changeLogRules } from "./system/change-log";

const rules: ReadonlyMap<string, Rules> = new Map<string, Rules>([
  ["access-log", accessLogRules],
  ["ai-agent", aiAgentRules],
  ["ai-agent-task", aiAgentTaskRules],
  ["alert", alertRules],
  ["alert-state-timeline", alertStateTimelineRules],
  ["api-key", apiKeyRules],
  ["change-log", changeLogRules],
  ["incident", incidentRules],
  ["incident-role", incidentRoleRules],
  ["incident-state-timeline", incidentStateTimelineRules],
  ["invitation", invitationRules],
  ["member", memberRules],
  ["monitor", monitorRules],
  ["monitor-status-timeline", monitorStatusTimelineRules],
  ["preference", preferenceRules],
  ["project", projectRules],
  ["saved-view", savedViewRules],
]);

const none: Rules = {};

/** Returns the rules of a resource; empty for most. */
export function rulesOf(path: string): Rules {
  return rules.get(path) ?? none;
}
