import type { Resource } from "@/lib/schema/resource";
import { accessLog } from "./access-log";
import { aiAgent } from "./ai-agent";
import { aiAgentOwnerTeam } from "./ai-agent-owner-team";
import { aiAgentTask } from "./ai-agent-task";
import { aiAgentTaskLog } from "./ai-agent-task-log";
import { aiAgentTaskPullRequest } from "./ai-agent-task-pull-request";
import { alert } from "./alert";
import { alertEpisode } from "./alert-episode";
import { alertOwnerTeam } from "./alert-owner-team";
import { alertSeverity } from "./alert-severity";
import { alertState } from "./alert-state";
import { alertStateTimeline } from "./alert-state-timeline";
import { apiKey } from "./api-key";
import { changeLog } from "./change-log";
import { codeRepository } from "./code-repository";
import { file } from "./file";
import { incident } from "./incident";
import { incidentEpisode } from "./incident-episode";
import { incidentEpisodeFeed } from "./incident-episode-feed";
import { incidentMember } from "./incident-member";
import { incidentOwnerUser } from "./incident-owner-user";
import { incidentRole } from "./incident-role";
import { incidentSeverity } from "./incident-severity";
import { incidentState } from "./incident-state";
import { incidentStateTimeline } from "./incident-state-timeline";
import { incidentTemplateOwnerTeam } from "./incident-template-owner-team";
import { incidentTemplateOwnerUser } from "./incident-template-owner-user";
import { incidentTemplate } from "./incident-templates";
import { invitation } from "./invitation";
import { label } from "./label";
import { member } from "./member";
import { monitor } from "./monitor";
import { monitorStatus } from "./monitor-status";
import { monitorStatusTimeline } from "./monitor-status-timeline";
import { onCallDutyPolicy } from "./on-call-duty-policy";
import { onCallDutyPolicyEscalationRule } from "./on-call-duty-policy-escalation-rule";
import { preference } from "./preference";
import { probe } from "./probe";
import { project } from "./project";
import { projectScim } from "./project-scim";
import { projectScimLog } from "./project-scim-log";
import { savedView } from "./saved-view";
import { service } from "./service";
import { serviceDependency } from "./service-dependency";
import { statusPage } from "./status-page";
import { statusPageHistoryChartBarColorRule } from "./status-page-history-chart-bar-color-rule";
import { statusPagePrivateUser } from "./status-page-private-user";
import { team } from "./team";
import { user } from "./user";

/** The eighteen resources of the reference, in the order of its index. */
export const referenceResources: readonly Resource[] = [
  ...[incidentMember, incident, alert, aiAgentTaskPullRequest, onCallDutyPolicyEscalationRule],
  ...[monitorStatusTimeline, statusPageHistoryChartBarColorRule, serviceDependency],
  ...[incidentTemplateOwnerUser, incidentTemplateOwnerTeam, aiAgentOwnerTeam, incidentOwnerUser],
  ...[aiAgentTaskLog, alertSeverity, statusPagePrivateUser, alertOwnerTeam, incidentEpisodeFeed],
  projectScimLog,
];

/** What the eighteen refer to, then Tocsin's own. */
const others: readonly Resource[] = [
  ...[project, user, team, monitor, service, label, probe, onCallDutyPolicy],
  ...[incidentState, incidentSeverity, incidentRole, incidentTemplate, incidentEpisode],
  ...[alertEpisode, alertState, monitorStatus, statusPage, codeRepository, aiAgent, aiAgentTask],
  ...[projectScim, incidentStateTimeline, alertStateTimeline],
  ...[apiKey, changeLog, accessLog, member, invitation],
  ...[savedView, preference, file],
];

/** Every resource by its path, the reference's first. */
export const resources: ReadonlyMap<string, Resource> = new Map(
  [...referenceResources, ...others].map((resource) => [resource.path, resource]),
);

/** The resource at `/api/{path}`, or undefined. */
export function resourceAt(path: string): Resource | undefined {
  return resources.get(path);
}
