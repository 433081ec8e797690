import { etagsFor, isUnchanged } from "@/lib/http/message/etag";
import { type Inputs, inputOf, recordQueryOf } from "@/lib/http/message/inputs/inputs";
import { nextPageHeader } from "@/lib/http/message/inputs/next-page";
import { readPaging } from "@/lib/http/message/inputs/paging";
import { unwrapQuery } from "@/lib/http/message/inputs/typed-values";
import { formedList, formedRecord, type ReplyForm } from "@/lib/http/message/reply-form";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import {
  emptyReply,
  jsonReply,
  listReply,
  longRecordReply,
  textReply,
} from "@/lib/http/message/respond";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import { prepareCount } from "@/lib/operations/record/count";
import { type GetReply, type GetText, prepareGet } from "@/lib/operations/record/get";
import { prepareList } from "@/lib/operations/record/list";
import type { Context } from "@/lib/operations/transaction/context";
import type { Resource } from "@/lib/schema/resource";

/** The base of a prepared read: the caller's rights, the resource and the inputs. */
export interface ReadRequest extends Inputs {
  readonly context: Context;
  readonly resource: Resource;
  /** Absent: the form of the reference. */
  readonly form?: ReplyForm;
}

/**
 * A read whose rights and inputs are checked. Answers requests of the same caller with the same
 * inputs; `id` is the record's id, or "" if the path has none.
 */
export type PreparedRead = (request: ApiRequest, id: string) => Promise<ApiResponse>;

/** The operations that only read records of one resource. */
export type ReadOperation = "list" | "get" | "count";

/** Checks a request and prepares its read. Holds nothing of the request but its inputs. */
export const readRoutes: Readonly<
  Record<ReadOperation, (asked: ReadRequest) => Promise<PreparedRead>>
> = { list, get, count };

/** Returns true for the operations of `readRoutes`. */
export function isReadOperation(operation: RecordOperation): operation is ReadOperation {
  return operation in readRoutes;
}

async function list(asked: ReadRequest): Promise<PreparedRead> {
  const { context, resource, query, body, form } = asked;
  const { select, query: filter, sort } = recordQueryOf(asked);
  const page = { select, query: filter, sort, ...readPaging(query, body, form?.largestLimit) };
  const read = await prepareList(context, resource, page);
  const { publicUrl } = context.policy;
  const listed = { publicUrl, resource, query, body };
  return async ({ method }) => {
    const reply = await read();
    if (form) return listReply(await formedList(reply, form));
    return listReply(reply, nextPageHeader(listed, method, reply));
  };
}

async function get(asked: ReadRequest): Promise<PreparedRead> {
  const { context, resource, form } = asked;
  const prepared = prepareGet(context, resource, inputOf(asked, "select"));
  const { fields } = prepared;
  const etags = etagsFor(form ? [form.name, ...fields] : fields);
  return async (request, id) => {
    const reply = await prepared.read(id);
    return recordReply(request, form ? await formedRecord(reply, form) : reply, etags);
  };
}

function recordReply(
  request: ApiRequest,
  reply: GetReply | GetText,
  etags: (version: number) => string,
): ApiResponse {
  const { version } = reply;
  const end = "text" in reply ? undefined : reply.end;
  const etag = version === undefined ? undefined : etags(version);
  const conditional = request.method === "GET" || request.method === "HEAD";
  if (etag && conditional && isUnchanged(request.headers["if-none-match"], etag)) {
    end?.();
    return emptyReply(304, { ETag: etag });
  }
  const headers = etag ? { ETag: etag } : {};
  if ("text" in reply) return textReply(reply.text, headers);
  const { record } = reply;
  return end ? longRecordReply(record, headers, end) : jsonReply(record, headers);
}

async function count(asked: ReadRequest): Promise<PreparedRead> {
  const { context, resource } = asked;
  const filter = unwrapQuery(resource, inputOf(asked, "query"));
  const matches = await prepareCount(context, resource, filter);
  return async () => jsonReply({ count: await matches.count() });
}
