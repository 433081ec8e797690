import { attachmentReply, stampOf } from "@/lib/http/message/attachment";
import type { Inputs } from "@/lib/http/message/inputs/inputs";
import { readRepair, repairCursor } from "@/lib/http/message/inputs/repair-inputs";
import {
  readAccess,
  readIdsByResource,
  readProject,
  readQuestion,
} from "@/lib/http/message/inputs/service-inputs";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import type { ServiceOperation } from "@/lib/http/routing/route-table";
import { describeDeployment } from "@/lib/operations/deployment/deployment";
import { snapshotForm, takeSnapshot } from "@/lib/operations/deployment/snapshot";
import { explainAccess } from "@/lib/operations/explain-access/explain-access";
import { integrityOf } from "@/lib/operations/integrity/integrity";
import { repairSlice } from "@/lib/operations/integrity/repair";
import { labelsOf } from "@/lib/operations/record/labels";
import { searchRecords } from "@/lib/operations/search/search";
import { summaryOf } from "@/lib/operations/summary/summary";
import type { Context } from "@/lib/operations/transaction/context";

/** A checked request that is not about a single resource. */
export interface ServiceRequest extends Inputs {
  readonly request: ApiRequest;
  readonly context: Context;
  /** The version of the server. Null if hidden from the caller. */
  readonly version: string | null;
}

/** Routes of the operations over many resources. */
export const serviceRoutes: Readonly<
  Record<ServiceOperation, (asked: ServiceRequest) => Promise<ApiResponse>>
> = { search, labels, summary, integrity, repair, access, deployment, snapshot };

async function search({ context, query }: ServiceRequest): Promise<ApiResponse> {
  return jsonReply({ data: await searchRecords(context, readQuestion(query)) });
}

async function labels({ context, body }: ServiceRequest): Promise<ApiResponse> {
  const data: Record<string, Record<string, unknown>> = {};
  for (const [resource, ids] of readIdsByResource(body)) {
    data[resource.path] = Object.fromEntries(await labelsOf(context, resource, ids));
  }
  return jsonReply({ data });
}

async function summary({ context, query }: ServiceRequest): Promise<ApiResponse> {
  return jsonReply(await summaryOf(context, readProject(query)));
}

async function integrity({ context, query }: ServiceRequest): Promise<ApiResponse> {
  return jsonReply(await integrityOf(context, readProject(query)));
}

async function repair({ context, body }: ServiceRequest): Promise<ApiResponse> {
  const { projectId, from } = readRepair(body);
  const { next, ...changed } = await repairSlice(context, projectId, from);
  return jsonReply({ ...changed, nextCursor: next ? repairCursor(next) : null });
}

async function deployment({ context, version }: ServiceRequest): Promise<ApiResponse> {
  return jsonReply(await describeDeployment(context, version));
}

async function access({ context, query }: ServiceRequest): Promise<ApiResponse> {
  return jsonReply(await explainAccess(context, readAccess(query)));
}

async function snapshot({ request, context }: ServiceRequest): Promise<ApiResponse> {
  const { ending, type } = await snapshotForm(context);
  const about = { name: `tocsin-${stampOf(context.now())}${ending}`, type };
  if (request.method === "HEAD") return attachmentReply(about, undefined);
  return attachmentReply(about, await takeSnapshot(context));
}
