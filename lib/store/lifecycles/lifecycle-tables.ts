import { flagsOf, relationColumn, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Table } from "@/lib/store/schema/table";

/** The columns that hold how long a record took to be acknowledged and resolved, in seconds. */
export const durationColumns = ["acknowledgedAfterSeconds", "resolvedAfterSeconds"] as const;

/** The tables and columns that tell how long the records of a lifecycle took. */
export interface LifecycleTables {
  readonly records: Table;
  /** Column of the beginning; `createdAt` counts while it is empty. */
  readonly began: string;
  /** Column of the end, which counts for a record without events. */
  readonly ended: string | undefined;
  /** Absent: no events tell the states. */
  readonly told: EventTables | undefined;
}

/** The events of the states of records. */
export interface EventTables {
  readonly events: Table;
  readonly owner: string;
  readonly value: string;
  readonly start: string;
  readonly states: Table;
  readonly acknowledged: string;
  readonly resolved: string;
}

type Tables = ReadonlyMap<string, Table>;

const known = new WeakMap<Tables, readonly LifecycleTables[]>();

/** Returns the lifecycles among the resources of a store. */
export function lifecyclesIn(tables: Tables): readonly LifecycleTables[] {
  const kept = known.get(tables);
  if (kept) return kept;
  const made = [...tables.values()].flatMap((records) => {
    const { lifecycle } = records.resource;
    if (!lifecycle || !records.byName.has(durationColumns[0])) return [];
    const { began = "createdAt", ended } = lifecycle;
    return [{ records, began, ended, told: eventTables(tables, records.resource) }];
  });
  known.set(tables, made);
  return made;
}

/** Returns the lifecycle of a resource. Throws for a resource without durations. */
export function lifecycleOf(tables: Tables, { path }: Resource): LifecycleTables {
  const found = lifecyclesIn(tables).find(({ records }) => records.resource.path === path);
  if (!found) throw new Error(`The records of ${path} have no durations.`);
  return found;
}

function eventTables(tables: Tables, resource: Resource): EventTables | undefined {
  const events = tables.get(resource.lifecycle?.events ?? "");
  const states = tables.get(stateColumn(resource)?.field.to ?? "");
  const { sets, occursAt = "createdAt" } = events?.resource ?? {};
  if (!events || !sets || !states) return undefined;
  const { acknowledged, resolved } = flagsOf(states.resource);
  return {
    ...{ events, states, acknowledged, resolved, start: occursAt },
    owner: relationColumn(events.resource, sets.owner).name,
    value: relationColumn(events.resource, sets.value).name,
  };
}

const deciding = new WeakMap<Table, ReadonlySet<string>>();

/** Returns the columns of a table whose values decide how long records took. */
export function decidingColumns(tables: Tables, table: Table): ReadonlySet<string> {
  const kept = deciding.get(table);
  if (kept) return kept;
  const names = lifecyclesIn(tables).flatMap(({ records, began, ended, told }) => [
    ...(records === table ? [began, ...(ended === undefined ? [] : [ended])] : []),
    ...(told?.events === table ? [told.owner, told.value, told.start] : []),
    ...(told?.states === table ? [told.acknowledged, told.resolved] : []),
  ]);
  const made = new Set(names);
  deciding.set(table, made);
  return made;
}
