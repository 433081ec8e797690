import type { Filter, Projects } from "@/lib/schema/filter";
import type { Table } from "@/lib/store/schema/table";

/** A query whose project conditions are removed from the filter; the rest is split at its ANDs. */
export interface ProjectConstraint {
  readonly projects: Projects;
  readonly conjuncts: readonly Filter[];
}

/**
 * Extracts from the filter the projects that can hold matches, so that an index by project can be
 * used.
 */
export function constrainProjects(
  table: Table,
  projects: Projects,
  filter: Filter | undefined,
): ProjectConstraint {
  const all = filter ? conjunctsOf(filter) : [];
  if (table.resource.scope === "people") return { projects, conjuncts: all };
  const demands = all.map(projectsDemanded);
  return {
    projects: demands.reduce<Projects>(both, projects),
    conjuncts: all.filter((_, place) => demands[place] === "all"),
  };
}

function conjunctsOf(filter: Filter): readonly Filter[] {
  return filter.op === "and" ? filter.filters.flatMap(conjunctsOf) : [filter];
}

function projectsDemanded(filter: Filter): Projects {
  if (filter.op === "eq" && filter.column === "projectId" && !filter.orNull) {
    return [String(filter.value)];
  }
  if (filter.op === "in" && filter.column === "projectId") return filter.values.map(String);
  return "all";
}

function both(some: Projects, others: Projects): Projects {
  if (some === "all") return others;
  if (others === "all") return some;
  return others.filter((project) => some.includes(project));
}
