import type { Fault } from "@/lib/errors";
import type { Filter, Projects } from "@/lib/schema/filter";
import { faultAt } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";

/** The context for reading a query: resources and the caller's visibility. */
export interface QueryScope {
  readonly resolve: (path: string) => Resource | undefined;
  /** Returns the projects in which the caller may read a related resource. Throws a 403 if none. */
  readonly readableProjects: (resource: Resource) => Projects;
  /** Returns the condition that records must meet for the caller to read them, if there is one. */
  readonly readableFilter: (resource: Resource) => Filter | undefined;
}

/** The state of reading one query: faults so far and counts of conditions. */
export interface QueryReading extends QueryScope {
  readonly faults: Fault[];
  conditions: number;
  /** Number of text-search conditions: Search, NotContains, StartsWith, EndsWith. */
  textConditions: number;
}

/** A place in the query that is read: its path, for pointers, and the number of queries around it. */
export class QueryPlace {
  readonly reading: QueryReading;
  readonly path: readonly (string | number)[];
  readonly depth: number;

  constructor(reading: QueryReading, path: QueryPlace["path"] = ["query"], depth = 1) {
    this.reading = reading;
    this.path = path;
    this.depth = depth;
  }

  /** Returns the place of a key or index within. */
  at(step: string | number): QueryPlace {
    return new QueryPlace(this.reading, [...this.path, step], this.depth);
  }

  /** Returns the same place as that of a query within the query. */
  deeper(): QueryPlace {
    return new QueryPlace(this.reading, this.path, this.depth + 1);
  }

  /** The name that messages give the place. */
  get field(): string {
    return String(this.path.findLast((part) => typeof part === "string") ?? "query");
  }

  /** Adds a fault and returns undefined. */
  refuse(problem: string, field = this.field): undefined {
    this.reading.faults.push(faultAt(this.path, field, problem));
    return undefined;
  }
}
