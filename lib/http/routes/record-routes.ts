import { checkQuery } from "@/lib/contract/checks/check-input";
import { storyQuery } from "@/lib/contract/records/story";
import { etagOf, versionsIn } from "@/lib/http/message/etag";
import { readIdempotency } from "@/lib/http/message/inputs/idempotency";
import type { Inputs } from "@/lib/http/message/inputs/inputs";
import { unwrapData } from "@/lib/http/message/inputs/typed-values";
import type { ReplyForm } from "@/lib/http/message/reply-form";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply, longRecordReply } from "@/lib/http/message/respond";
import { largeBody } from "@/lib/http/routing/body-limits";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import { rotateKey } from "@/lib/operations/api-keys/rotate-key";
import { fromVersions } from "@/lib/operations/bulk/bulk";
import { createRecord } from "@/lib/operations/record/create";
import { referencesTo } from "@/lib/operations/record/references-to";
import { removeRecord } from "@/lib/operations/record/remove";
import { updateRecord } from "@/lib/operations/record/update";
import { storyOf } from "@/lib/operations/story/story";
import type { Context } from "@/lib/operations/transaction/context";
import { fullSelection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import { bulkRoutes, versionsReply } from "./bulk-routes";
import { exportReply } from "./export-route";
import { download, upload } from "./file-routes";
import { type ReadOperation, readRoutes } from "./read-routes";

/** A checked request for an operation on records. */
export interface RecordRequest extends Inputs {
  readonly request: ApiRequest;
  readonly context: Context;
  readonly resource: Resource;
  /** The record's id, or "" if the path has none. */
  readonly id: string;
  /** Absent: the form of the reference. */
  readonly form?: ReplyForm;
}

/** Routes of the operations on records (reference, "Endpoints"). */
export const recordRoutes: Readonly<
  Record<RecordOperation, (asked: RecordRequest) => Promise<ApiResponse>>
> = {
  list: read("list"),
  get: read("get"),
  count: read("count"),
  create,
  update,
  delete: remove,
  ...bulkRoutes,
  versions: versionsReply,
  rotate,
  export: exportReply,
  references,
  story,
  upload,
  download,
};

function read(operation: ReadOperation): (asked: RecordRequest) => Promise<ApiResponse> {
  return async (asked) => (await readRoutes[operation](asked))(asked.request, asked.id);
}

async function create(asked: RecordRequest): Promise<ApiResponse> {
  const { request, context, resource, body, form } = asked;
  const idempotency = readIdempotency(request, `/api/${resource.path}`, resource);
  const data = unwrapData(resource, body["data"]);
  const created = await createRecord(context, resource, data, idempotency);
  const { version, replayed } = created;
  const record = form ? form.created(created.record, version) : created.record;
  const headers = {
    ETag: etagOf(version, Object.keys(record)),
    ...(replayed && { "Idempotent-Replayed": "true" }),
  };
  // The response to a long request is equally long.
  const isLong = request.body.length > largeBody;
  return isLong ? longRecordReply(record, headers) : jsonReply(record, headers);
}

async function update({
  request,
  context,
  resource,
  id,
  body,
}: RecordRequest): Promise<ApiResponse> {
  const data = unwrapData(resource, body["data"]);
  const { version } = await fromVersions(versionsIn(request.headers["if-match"]), (ifVersion) =>
    updateRecord(context, resource, id, data, ifVersion),
  );
  return jsonReply({}, { ETag: etagOfGet(resource, version) });
}

/** Returns the ETag of the record in a get without select. */
function etagOfGet(resource: Resource, version: number): string {
  return etagOf(
    version,
    fullSelection(resource).fields.map(({ name }) => name),
  );
}

async function remove({ request, context, resource, id }: RecordRequest): Promise<ApiResponse> {
  await fromVersions(versionsIn(request.headers["if-match"]), (ifVersion) =>
    removeRecord(context, resource, id, ifVersion),
  );
  return jsonReply({});
}

async function references({ context, resource, id }: RecordRequest): Promise<ApiResponse> {
  return jsonReply(await referencesTo(context, resource, id));
}

async function story({ context, resource, id, query }: RecordRequest): Promise<ApiResponse> {
  const { version, ...told } = await storyOf(context, resource, id, checkQuery(storyQuery, query));
  return jsonReply({ ...told, etag: etagOf(version, Object.keys(told.record)) });
}

/** Rotates a key. The response shows the secret, only this once. */
async function rotate(asked: RecordRequest): Promise<ApiResponse> {
  const { request, context, resource, id, body } = asked;
  const { record, version } = await fromVersions(
    versionsIn(request.headers["if-match"]),
    (ifVersion) => rotateKey(context, id, body["data"], ifVersion),
  );
  return jsonReply(record, { ETag: etagOfGet(resource, version) });
}
