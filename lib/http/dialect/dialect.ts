import { type Inputs, inputOf } from "@/lib/http/message/inputs/inputs";
import type { ReplyForm } from "@/lib/http/message/reply-form";
import type { RecordRequest } from "@/lib/http/routes/record-routes";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import { type FieldNames, fieldNames } from "@/lib/resources/oneuptime-aliases";
import type { JsonValue } from "@/lib/schema/json";
import type { Writing } from "@/lib/schema/record/record-schema";
import { createdRecord } from "./created-record";
import { dialectResource } from "./dialect-resource";
import { wrappedRecords } from "./record-form";
import { readSelected } from "./selected";
import { readData } from "./sent-data";
import { readConditions } from "./sent-query";

/** Larger pages are refused (OneUptime, LIMIT_PER_PROJECT). */
const largestLimit = 10_000;

/**
 * Returns a request of a key with the dialect of OneUptime as one of the plain API, with the form of
 * its reply (decision 079). The six operations of the reference have the dialect; operations that
 * OneUptime lacks stay plain. Throws as the checks of the inputs do.
 */
export function inDialect(asked: RecordRequest, operation: RecordOperation): RecordRequest {
  const translate = translations[operation];
  if (!translate) return asked;
  const query = new URLSearchParams(asked.query);
  query.delete("tenantid");
  return translate({ ...asked, query }, fieldNames(asked.request.path));
}

type Translate = (asked: RecordRequest, names: FieldNames) => RecordRequest;

const translations: Readonly<Partial<Record<RecordOperation, Translate>>> = {
  list: read,
  get: read,
  count: read,
  create: (asked, names) => write(asked, names, "create"),
  update: (asked, names) => write(asked, names, "update"),
  delete: (asked) => asked,
};

function read(asked: RecordRequest, names: FieldNames): RecordRequest {
  const resource = dialectResource(asked.resource);
  const { context } = asked;
  const { select, ...selected } = readSelected(context, resource, inputOf(asked, "select"), names);
  const condition = (name: "query" | "sort") =>
    readConditions(resource, inputOf(asked, name), names);
  const body = { select, query: condition("query"), sort: condition("sort") };
  const form: ReplyForm = {
    ...{ name: "oneuptime", largestLimit },
    hasMoreThanRecords: selected.counted.length > 0,
    records: wrappedRecords(context, resource, selected),
    created: (record) => record,
  };
  return { form, ...asked, resource, body: replaced(asked, body) };
}

function write(asked: RecordRequest, names: FieldNames, writing: Writing): RecordRequest {
  const { context, body } = asked;
  const resource = dialectResource(asked.resource);
  const sent = body["data"];
  const { caller } = context;
  const about = { resource, writing, caller, names, now: context.now() };
  const form: ReplyForm = {
    ...{ name: "oneuptime", largestLimit },
    records: async (records) => records,
    created: (record, version) => createdRecord({ resource, names, sent }, record, version),
  };
  return { form, ...asked, resource, body: replaced(asked, { data: readData(about, sent) }) };
}

/** Returns the body with some parts replaced. An absent part stays absent. */
function replaced({ body }: Inputs, parts: Readonly<Record<string, JsonValue | undefined>>) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return Object.assign(Object.create(null), body, Object.fromEntries(given));
}
