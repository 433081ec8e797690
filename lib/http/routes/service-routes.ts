import type * as accessFamily from "@/lib/contract/access";
import type * as dependenciesFamily from "@/lib/contract/dependencies";
import type * as deploymentFamily from "@/lib/contract/deployment";
import type * as integrityFamily from "@/lib/contract/integrity";
import type * as labelFamily from "@/lib/contract/labels";
import type { LabelsById } from "@/lib/contract/labels";
import type * as reportFamily from "@/lib/contract/report";
import type * as searchFamily from "@/lib/contract/search";
import type * as summaryFamily from "@/lib/contract/summary";
import { attachmentReply, stampOf } from "@/lib/http/message/attachment";
import { previewReply } from "@/lib/http/status-pages/preview";
import { neighborhoodOf } from "@/lib/operations/dependencies/neighborhood";
import { describeDeployment } from "@/lib/operations/deployment/deployment";
import { snapshotForm, takeSnapshot } from "@/lib/operations/deployment/snapshot";
import { explainAccess } from "@/lib/operations/explain-access/explain-access";
import { integrityOf } from "@/lib/operations/integrity/integrity";
import { type RepairPosition, repairSlice } from "@/lib/operations/integrity/repair";
import { labelsOf } from "@/lib/operations/record/labels";
import { reportOf } from "@/lib/operations/report/report";
import { searchRecords } from "@/lib/operations/search/search";
import { summaryOf } from "@/lib/operations/summary/summary";
import { describeUptime } from "@/lib/operations/uptime/describe-uptime";
import type { Handlers } from "./endpoint-request";

type Services = typeof accessFamily &
  typeof dependenciesFamily &
  typeof deploymentFamily &
  typeof integrityFamily &
  typeof labelFamily &
  typeof reportFamily &
  typeof searchFamily &
  typeof summaryFamily;

const mostHits = 50;

/** Handlers of the endpoints over many resources. */
export const serviceRoutes: Handlers<Services> = {
  search: async ({ context, query: { q, limit, projectId, words } }) => {
    const found = await searchRecords(context, {
      ...{ text: q, projectId, words },
      limit: Math.min(Number(limit), mostHits),
    });
    return { data: found.hits, words: found.words };
  },
  labels: async ({ context, body }) => {
    const data: Record<string, LabelsById[string]> = {};
    for (const [resource, ids] of body.ids) {
      data[resource.path] = Object.fromEntries(await labelsOf(context, resource, ids));
    }
    return { data };
  },
  summary: ({ context, query }) => summaryOf(context, query.projectId),
  uptime: ({ context, query }) => describeUptime(context, query),
  report: ({ context, query }) => reportOf(context, query),
  dependencies: ({ context, query }) => neighborhoodOf(context, query),
  integrity: ({ context, query }) => integrityOf(context, query.projectId),
  repair: async ({ context, body }) => {
    const { projectId, cursor } = body;
    const { next, ...changed } = await repairSlice(context, projectId, positionOf(cursor));
    return { ...changed, nextCursor: next ? cursorOf(next) : null };
  },
  previewStatusPage: ({ context, id }) => previewReply(context, id),
  access: ({ context, query }) => explainAccess(context, query),
  deployment: ({ context, deployment }) => describeDeployment(context, deployment?.version ?? null),
  snapshot: async ({ request, context }) => {
    const { ending, type } = await snapshotForm(context);
    const about = { name: `tocsin-${stampOf(context.now())}${ending}`, type };
    if (request.method === "HEAD") return attachmentReply(about, undefined);
    return attachmentReply(about, await takeSnapshot(context));
  },
};

/** Returns the position of a cursor: "", "<monitor>" or "<monitor>~<event>". */
function positionOf(cursor = ""): RepairPosition {
  const [after = "", event] = cursor.toLowerCase().split("~");
  return event === undefined ? { after } : { after, event };
}

function cursorOf({ after, event }: RepairPosition): string {
  return event === undefined ? after : `${after}~${event}`;
}
