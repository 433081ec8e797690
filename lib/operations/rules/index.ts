import { accessLogRules } from "./access-log";
import { aiAgentRules } from "./ai-agent";
import { aiAgentTaskRules } from "./ai-agent-task";
import { alertRules } from "./alert";
import { alertStateTimelineRules } from "./alert-state-timeline";
import { apiKeyRules } from "./api-key";
import { changeLogRules } from "./change-log";
import { incidentRules } from "./incident";
import { incidentRoleRules } from "./incident-role";
import { incidentStateTimelineRules } from "./incident-state-timeline";
import { invitationRules } from "./invitation";
import { memberRules } from "./member";
import { monitorRules } from "./monitor";
import { monitorStatusTimelineRules } from "./monitor-status-timeline";
import { preferenceRules } from "./preference";
import { projectRules } from "./project";
import type { Rules } from "./rules";
import { savedViewRules } from "./saved-view";

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

/** What a resource does beyond being stored; most do nothing. */
export function rulesOf(path: string): Rules {
  return rules.get(path) ?? none;
}
