import type { Fault } from "@/lib/errors";
import { keptSelection } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import type { JsonValue } from "@/lib/schema/json";
import { readQuery } from "@/lib/schema/query/query";
import { readSelect } from "@/lib/schema/query/select";
import { readSort } from "@/lib/schema/query/sort";
import { both, queryScope } from "./visibility";

/** The columns, the filter and the order that a request for several records asks for. */
export interface RecordQuery {
  readonly select?: JsonValue | undefined;
  readonly query?: JsonValue | undefined;
  readonly sort?: JsonValue | undefined;
}

/** Reads the query of records that are visible, and adds each fault in it to `faults`. */
export function readRecordQuery(
  context: Context,
  visibility: Visibility,
  ask: RecordQuery,
  faults: Fault[],
) {
  const scope = queryScope(context);
  return {
    selection: keptSelection(
      visibility.resource,
      readSelect(visibility.resource, ask.select, scope, faults),
    ),
    filter: both(visibility.filter, readQuery(visibility.resource, ask.query, scope, faults)),
    sort: readSort(visibility.resource, ask.sort, scope, faults),
  };
}
