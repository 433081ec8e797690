import type { Resource } from "@/lib/schema/resource";
import { aiAgent } from "./ai-agents/ai-agent";
import { aiAgentOwnerTeam } from "./ai-agents/ai-agent-owner-team";
import { aiAgentTask } from "./ai-agents/ai-agent-task";
import { aiAgentTaskLog } from "./ai-agents/ai-agent-task-log";
import { aiAgentTaskPullRequest } from "./ai-agents/ai-agent-task-pull-request";
import { codeRepository } from "./ai-agents/code-repository";
import { alert } from "./alerts/alert";
import { alertEpisode } from "./alerts/alert-episode";
import { alertEpisodeFeed } from "./alerts/alert-episode-feed";
import { alertEpisodeInternalNote } from "./alerts/alert-episode-internal-note";
import { alertEpisodeStateTimeline } from "./alerts/alert-episode-state-timeline";
import { alertFeed } from "./alerts/alert-feed";
import { alertInternalNote } from "./alerts/alert-internal-note";
import { alertOwnerTeam } from "./alerts/alert-owner-team";
import { alertOwnerUser } from "./alerts/alert-owner-user";
import { alertSeverity } from "./alerts/alert-severity";
import { alertState } from "./alerts/alert-state";
import { alertStateTimeline } from "./alerts/alert-state-timeline";
import { incident } from "./incidents/incident";
import { incidentEpisode } from "./incidents/incident-episode";
import { incidentEpisodeFeed } from "./incidents/incident-episode-feed";
import { incidentEpisodeInternalNote } from "./incidents/incident-episode-internal-note";
import { incidentEpisodePublicNote } from "./incidents/incident-episode-public-note";
import { incidentEpisodeStateTimeline } from "./incidents/incident-episode-state-timeline";
import { incidentFeed } from "./incidents/incident-feed";
import { incidentInternalNote } from "./incidents/incident-internal-note";
import { incidentMember } from "./incidents/incident-member";
import { incidentOwnerTeam } from "./incidents/incident-owner-team";
import { incidentOwnerUser } from "./incidents/incident-owner-user";
import { incidentPublicNote } from "./incidents/incident-public-note";
import { incidentRole } from "./incidents/incident-role";
import { incidentSeverity } from "./incidents/incident-severity";
import { incidentState } from "./incidents/incident-state";
import { incidentStateTimeline } from "./incidents/incident-state-timeline";
import { incidentTemplate } from "./incidents/incident-template";
import { incidentTemplateOwnerTeam } from "./incidents/incident-template-owner-team";
import { incidentTemplateOwnerUser } from "./incidents/incident-template-owner-user";
import { monitor } from "./monitoring/monitor";
import { monitorFeed } from "./monitoring/monitor-feed";
import { monitorOwnerTeam } from "./monitoring/monitor-owner-team";
import { monitorOwnerUser } from "./monitoring/monitor-owner-user";
import { monitorStatus } from "./monitoring/monitor-status";
import { monitorStatusTimeline } from "./monitoring/monitor-status-timeline";
import { probe } from "./monitoring/probe";
import { service } from "./monitoring/service";
import { serviceDependency } from "./monitoring/service-dependency";
import { serviceMonitor } from "./monitoring/service-monitor";
import { onCallDutyPolicy } from "./on-call/on-call-duty-policy";
import { onCallDutyPolicyEscalationRule } from "./on-call/on-call-duty-policy-escalation-rule";
import { onCallDutyPolicyEscalationRuleTeam } from "./on-call/on-call-duty-policy-escalation-rule-team";
import { onCallDutyPolicyEscalationRuleUser } from "./on-call/on-call-duty-policy-escalation-rule-user";
import { projectScim } from "./provisioning/project-scim";
import { projectScimLog } from "./provisioning/project-scim-log";
import { apiKey } from "./settings/api-key";
import { invitation } from "./settings/invitation";
import { label } from "./settings/label";
import { member } from "./settings/member";
import { preference } from "./settings/preference";
import { project } from "./settings/project";
import { savedView } from "./settings/saved-view";
import { team } from "./settings/team";
import { teamMember } from "./settings/team-member";
import { user } from "./settings/user";
import { statusPage } from "./status-pages/status-page";
import { statusPageAnnouncement } from "./status-pages/status-page-announcement";
import { statusPageGroup } from "./status-pages/status-page-group";
import { statusPageHistoryChartBarColorRule } from "./status-pages/status-page-history-chart-bar-color-rule";
import { statusPagePrivateUser } from "./status-pages/status-page-private-user";
import { statusPageResource } from "./status-pages/status-page-resource";
import { accessLog } from "./system/access-log";
import { changeLog } from "./system/change-log";
import { file } from "./system/file";

/** The eighteen resources of the reference, in the order of its index. */
export const referenceResources: readonly Resource[] = [
  ...[incidentMember, incident, alert, aiAgentTaskPullRequest, onCallDutyPolicyEscalationRule],
  ...[monitorStatusTimeline, statusPageHistoryChartBarColorRule, serviceDependency],
  ...[incidentTemplateOwnerUser, incidentTemplateOwnerTeam, aiAgentOwnerTeam, incidentOwnerUser],
  ...[aiAgentTaskLog, alertSeverity, statusPagePrivateUser, alertOwnerTeam, incidentEpisodeFeed],
  projectScimLog,
];

/**
 * Kinds that complete the eighteen: notes, owners, the joins between their records, the parts of
 * status pages, feeds, and the states of episodes. One test, `tests/api/related-kinds.test.ts`,
 * covers all of them.
 */
export const relatedKinds: readonly Resource[] = [
  ...[incidentInternalNote, incidentPublicNote, alertInternalNote],
  ...[incidentEpisodeInternalNote, incidentEpisodePublicNote, alertEpisodeInternalNote],
  ...[incidentOwnerTeam, alertOwnerUser, monitorOwnerUser, monitorOwnerTeam, serviceMonitor],
  ...[teamMember, onCallDutyPolicyEscalationRuleUser, onCallDutyPolicyEscalationRuleTeam],
  ...[statusPageGroup, statusPageResource, statusPageAnnouncement],
  ...[incidentFeed, alertFeed, monitorFeed, alertEpisodeFeed],
  ...[incidentEpisodeStateTimeline, alertEpisodeStateTimeline],
];

/** The resources that the eighteen refer to, then Tocsin's own. */
const others: readonly Resource[] = [
  ...[project, user, team, monitor, service, label, probe, onCallDutyPolicy],
  ...[incidentState, incidentSeverity, incidentRole, incidentTemplate, incidentEpisode],
  ...[alertEpisode, alertState, monitorStatus, statusPage, codeRepository, aiAgent, aiAgentTask],
  ...[projectScim, incidentStateTimeline, alertStateTimeline],
  ...[apiKey, changeLog, accessLog, member, invitation],
  ...[savedView, preference, file],
];

/** Every resource by its path, those of the reference first, the related kinds last. */
export const resources: ReadonlyMap<string, Resource> = new Map(
  [...referenceResources, ...others, ...relatedKinds].map((resource) => [resource.path, resource]),
);

/** Returns the resource at `/api/{path}`, or undefined. */
export function resourceAt(path: string): Resource | undefined {
  return resources.get(path);
}

/**
 * Returns the definition of a resource whose copy for some callers shows further fields. Rules and
 * the change log know the definition only.
 */
export function definitionOf(resource: Resource): Resource {
  return resourceAt(resource.path) ?? resource;
}
