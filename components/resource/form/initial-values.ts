import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type FormValues, toForm } from "@/components/fields/form-values";
import {
  defaultRecord,
  duplicateOf,
  initialStates,
} from "@/components/resource/saving/default-record";
import { serverTime } from "@/lib/client/device/server-time";
import { mayRead, type ProjectContext } from "@/lib/client/project/project";
import { inProject, listQuery, recordQuery } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Initial values of a new record: its defaults and first states, or a copy (`?from=<id>`), then the
 * relations (`?incidentId=<id>`) and the name from the URL.
 */
export function initialValuesQuery(
  client: QueryClient,
  resource: Resource,
  context: ProjectContext,
  asked: URLSearchParams,
) {
  return queryOptions({
    queryKey: ["beginnings", resource.path, context.project._id, asked.toString()],
    queryFn: async (): Promise<FormValues> => {
      const from = asked.get("from") ?? undefined;
      return toForm(resource, await initialRecord(client, resource, context, from, asked));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function initialRecord(
  client: QueryClient,
  resource: Resource,
  context: ProjectContext,
  from: string | undefined,
  asked: URLSearchParams,
): Promise<Row> {
  const named = presets(resource, asked);
  if (from !== undefined) {
    const { record } = await client.fetchQuery(recordQuery(resource, from));
    return { ...duplicateOf(resource, record), ...named };
  }
  const known = initialStates(resource, resourceAt).filter(({ target }) =>
    mayRead(context, target),
  );
  const states = known.map(async ({ column, target, flag }) => {
    const query = inProject(target, context.project._id, { [flag]: true });
    const ask = { query, sort: { order: 1 }, limit: 1, cursor: "", count: "none" } as const;
    const { data } = await client.fetchQuery(listQuery(target, ask));
    return [column.name, data[0]?._id ?? null] as const;
  });
  const first: Row = Object.fromEntries(await Promise.all(states));
  return { ...defaultRecord(resource, new Date(serverTime())), ...first, ...named };
}

/** Returns the relations and the name that the URL sets. */
function presets(resource: Resource, asked: URLSearchParams): Row {
  const entries = shapeOf(resource).columns.flatMap(({ name, field }): [string, JsonValue][] => {
    const isSet = field.to !== undefined || name === resource.label;
    const id = isSet ? asked.get(name) : null;
    if (id === null) return [];
    return [[name, kindOf(field).codec.list === "linked" ? [id] : id]];
  });
  return Object.fromEntries(entries);
}
