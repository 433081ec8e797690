import type { Sql } from "@/lib/store/port/engine";
import type { Param } from "./parameterized-filter";

/** A long list of values in one parameter, as the text of a JSON array. */
export class ListParam {
  /** A select of the values. */
  readonly elements: Sql;

  constructor(elements: Sql) {
    this.elements = elements;
  }
}

/** The parameterized projects of a query. */
export type ProjectParams = readonly Param[] | ListParam | "all";

/**
 * Greatest length of the projects of a query in parameters of their own, which are faster.
 * SQLite takes 32,766 parameters, and the 50 conditions of a query may have 514 each.
 */
export const mostOwnParams = 2_048;
/** The same for the projects of related records, which each condition of a query may have. */
export const mostRelatedParams = 128;
/** The same for a sort by a related record, whose projects stand in a statement many times. */
export const mostSortedParams = 8;

/** Returns the part of a cache key for a list of projects. */
export function projectsKey(projects: ProjectParams): string {
  if (projects === "all") return "all";
  return projects instanceof ListParam ? "list" : String(projects.length);
}

/** Returns true for exactly one project. */
export function isOneProject(projects: ProjectParams): boolean {
  return projectsKey(projects) === "1";
}
