import { parameterFaults } from "@/lib/contract/checks/query-parameters";
import { storyQuery } from "@/lib/contract/records/story";
import { type Fault, invalid } from "@/lib/errors";
import type { RecordOperation } from "@/lib/http/routing/route-table";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { unknownBodyParts } from "./body-keys";
import type { Inputs } from "./inputs";

const records = ["select", "query", "sort"];

/** The query parameters of operations on records. */
const parametersOf: Readonly<Record<RecordOperation, readonly string[]>> = {
  list: [...records, "limit", "skip", "cursor", "count"],
  get: ["select"],
  count: ["query"],
  create: [],
  update: [],
  delete: [],
  bulkCreate: [],
  bulkUpdate: [],
  bulkDelete: [],
  versions: records,
  export: [...records, "format", "labels", "headers"],
  references: [],
  story: Object.keys(storyQuery.shape),
  rotate: [],
  upload: ["projectId"],
  download: [],
};

/** Throws a 400 that names each unknown key of the body and each unknown query parameter. */
export function refuseUnknownInputs(
  { query, body }: Inputs,
  operation: RecordOperation,
  resource: Resource,
): void {
  const faults: Fault[] = unknownBodyParts(body, operation);
  if (query.size > 0) faults.push(...unknownQueryParts(query, operation, resource));
  if (faults.length > 0) throw invalid(faults);
}

function unknownQueryParts(
  query: URLSearchParams,
  operation: RecordOperation,
  resource: Resource,
): Fault[] {
  const known = parametersOf[operation];
  return parameterFaults(query, known, (name) => {
    const isField = known.includes("query") && shapeOf(resource).byName.has(name);
    return isField ? `To filter by it, send query={"${name}": …}.` : undefined;
  });
}
