import { etagsFor } from "@/lib/http/message/etag";
import { namedItems, newItems } from "@/lib/http/message/inputs/bulk-items";
import { readIdempotency } from "@/lib/http/message/inputs/idempotency";
import { recordQueryOf } from "@/lib/http/message/inputs/inputs";
import { unwrapData } from "@/lib/http/message/inputs/typed-values";
import { loggedError, problemBody } from "@/lib/http/message/problem";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply, longDataReply, longOutcomesReply } from "@/lib/http/message/respond";
import { largeBody } from "@/lib/http/routing/body-limits";
import type { BulkOperation } from "@/lib/http/routing/route-table";
import {
  type BulkOutcome,
  createMany,
  removeMany,
  unavailableIn,
  updateMany,
} from "@/lib/operations/bulk/bulk";
import { recordVersions } from "@/lib/operations/record/versions";
import { fullSelection } from "@/lib/schema/query/select";
import { checkData } from "@/lib/schema/record/check-data";
import type { Resource } from "@/lib/schema/resource";
import type { RecordRequest } from "./record-routes";

/** Bulk writes, with the outcome of each item. Throws a 400 before anything is written. */
export const bulkRoutes: Readonly<
  Record<BulkOperation, (asked: RecordRequest) => Promise<ApiResponse>>
> = {
  bulkCreate: async (asked) => {
    const { request, context, resource, body } = asked;
    const idempotency = readIdempotency(request, `/api/${resource.path}/bulk-create`, resource);
    const items = newItems(resource, body).map(({ data }) => unwrapData(resource, data));
    return outcomesReply(asked, await createMany(context, resource, items, idempotency));
  },
  bulkUpdate: async (asked) => {
    const { context, resource, body } = asked;
    const shared = unwrapData(resource, body["data"]);
    // Invalid shared data is invalid for all items, so no item is tried.
    if (shared !== undefined) checkData(resource, shared, "update");
    const items = namedItems(body, "update").map((item) => ({
      ...item,
      data: (item.data === undefined ? shared : unwrapData(resource, item.data)) ?? null,
    }));
    return outcomesReply(asked, await updateMany(context, resource, items));
  },
  bulkDelete: async (asked) => {
    const { context, resource, body } = asked;
    const items = namedItems(body, "delete");
    return outcomesReply(asked, await removeMany(context, resource, items));
  },
};

/** Returns the matching records, each with its ETag for a conditional write. */
export async function versionsReply(asked: RecordRequest): Promise<ApiResponse> {
  const { context, resource } = asked;
  const found = await recordVersions(context, resource, recordQueryOf(asked));
  const etag = etagsOf(resource);
  const shown = function* () {
    for (const { record, version } of found.records) yield { record, etag: etag(version) };
  };
  if (found.isLong) return longDataReply(shown(), found.end);
  found.end();
  return jsonReply({ data: [...shown()] });
}

/** Limit on the faults that all items list together. Each item keeps its first fault. */
const mostFaults = 500;

/**
 * Returns the outcomes. Throws `unavailable` if nothing was done for that reason, so that the
 * client retries the whole.
 */
function outcomesReply(
  { request, resource, context }: RecordRequest,
  all: readonly BulkOutcome[],
): ApiResponse {
  const etag = etagsOf(resource);
  let faultsLeft = mostFaults;
  const data = all.map((outcome) => {
    if ("refusal" in outcome) {
      const { id = null, refusal } = outcome;
      const { status, code, detail, errors } = problemBody(refusal, context.requestId);
      const shown = errors?.slice(0, Math.max(1, faultsLeft));
      faultsLeft -= shown?.length ?? 0;
      return { id, status, code, detail, ...(shown && { errors: shown }) };
    }
    const { id, version, record } = outcome;
    return {
      ...{ id, status: 200 },
      ...(version !== undefined && { etag: etag(version) }),
      ...(record && { record }),
    };
  });
  const done = data.filter(({ status }) => status === 200).length;
  const unavailable = unavailableIn(all);
  if (done === 0 && unavailable) throw unavailable;
  const error = all
    .map((one) => ("refusal" in one ? loggedError(one.refusal) : undefined))
    .find((one) => one !== undefined);
  const refused = data.length - done;
  const isLong = request.body.length > largeBody && data.some((one) => "record" in one);
  const reply = isLong
    ? longOutcomesReply(done, refused, data)
    : jsonReply({ done, refused, data });
  return { ...reply, error };
}

function etagsOf(resource: Resource): (version: number) => string {
  const shown = fullSelection(resource).fields.map(({ name }) => name);
  return etagsFor(shown);
}
