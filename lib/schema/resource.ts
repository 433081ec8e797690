import type { Field } from "./field";
import { date, id, number, relation } from "./fields";

/** What a caller can ask of a resource. */
export type Operation = "list" | "get" | "count" | "create" | "update" | "delete";

/** What a permission title allows; list, get and count are all `read`. */
export type Right = "read" | "create" | "update" | "delete";

export const everyOperation: readonly Operation[] = [
  "list",
  "get",
  "count",
  "create",
  "update",
  "delete",
];
export const readOperations: readonly Operation[] = ["list", "get", "count"];

export type Group =
  | "incidents"
  | "alerts"
  | "on-call"
  | "monitoring"
  | "status-pages"
  | "ai-agents"
  | "provisioning"
  | "settings";

/** A resource as data: printable as JSON, importable on both sides of the wire. */
export interface Resource {
  /** The path segment `{r}` of `/api/{r}`, and the resource's identity. */
  readonly path: string;
  readonly name: string;
  readonly plural: string;
  readonly group: Group;
  /** One sentence of our own on what a record is, for the docs and empty states. */
  readonly about: string;
  /** The field that names a record to people. */
  readonly label: string;
  readonly operations: readonly Operation[];
  /** The permission title for each right, as the reference spells it; absent: nobody. */
  readonly permission: Readonly<Partial<Record<Right, string>>>;
  /** Who may write besides those holding a title: `admins` leaves Project Member to reading. */
  readonly writers: "members" | "admins";
  /** Who may read besides those holding the title: `owners` leaves all other roles out. */
  readonly readers?: "owners";
  /** How a record belongs to projects: by `projectId`, by being one, or as a person through membership. */
  readonly scope: "project" | "self" | "people";
  /** The date that lists are ordered by when nothing else is asked. */
  readonly timeField: string;
  /** Sets of columns that no two records may share, any case. */
  readonly unique: readonly (readonly string[])[];
  /**
   * Columns by which records should differ: the first is a relation. The API accepts records that are alike; the console
   * warns and the integrity report lists them.
   */
  readonly distinct?: readonly string[];
  /** Sets of columns that are looked up together, beyond what relations and time already give. */
  readonly indexes: readonly (readonly string[])[];
  /** One of the reference's eighteen, as opposed to what they refer to or what is Tocsin's own. */
  readonly inReference: boolean;
  /** The columns a list begins with, in order; absent: those that tell records apart, by their kinds. */
  readonly listed?: readonly string[];
  /** What the page of its list is called, where that is not the plural. */
  readonly pageTitle?: string;
  /** The pages of a project list the records of no project too. */
  readonly alsoOfNoProject?: boolean;
  /** Left out of the search over all resources. */
  readonly unsearched?: boolean;
  /** Personal, or a log itself: its changes leave no entry in the change log. */
  readonly unlogged?: boolean;
  readonly fields: Readonly<Record<string, Field>>;
}

/** What a definition file states; `defineResource` fills in the rest. */
export interface Definition
  extends Pick<Resource, "path" | "name" | "plural" | "group" | "about" | "label" | "fields">,
    Partial<
      Pick<Resource, "operations" | "writers" | "scope" | "timeField" | "unique" | "indexes">
    >,
    Pick<Resource, "unsearched" | "unlogged" | "readers" | "listed" | "distinct">,
    Pick<Resource, "pageTitle" | "alsoOfNoProject"> {
  /** A noun ("Alert Severity" gives "Read Alert Severity", …) or the titles where they are irregular. */
  readonly permission: string | Resource["permission"];
  readonly inReference?: boolean;
  /** `withoutCreator`: no createdByUser pair. `bare`: only `_id`, the project pair and the version. */
  readonly common?: "all" | "withoutCreator" | "bare";
  /** The reference marks `project` required besides `projectId`. */
  readonly projectRequiredByName?: boolean;
}

/** Completes a definition: common fields first, then its own, in order. */
export function defineResource(definition: Definition): Resource {
  const { common = "all", permission, projectRequiredByName = false, ...own } = definition;
  return {
    operations: everyOperation,
    writers: "members",
    scope: "project",
    timeField: "createdAt",
    unique: [],
    indexes: [],
    inReference: false,
    ...own,
    permission: typeof permission === "string" ? regularTitles(permission) : permission,
    fields: { ...commonFields(common, projectRequiredByName), ...own.fields },
  };
}

function regularTitles(noun: string): Resource["permission"] {
  return {
    read: `Read ${noun}`,
    create: `Create ${noun}`,
    update: `Edit ${noun}`,
    delete: `Delete ${noun}`,
  };
}

function commonFields(
  common: "all" | "withoutCreator" | "bare",
  requiredByName: boolean,
): Record<string, Field> {
  const project = relation("project", {
    required: true,
    requiredByName,
    indexed: false,
    whenTargetGoes: "remove",
    title: "Project",
  });
  const version = number({ hidden: true, writtenBy: "server" });
  const bare = { _id: id({ title: "ID" }), project, version };
  if (common === "bare") return bare;
  const dated = {
    _id: bare._id,
    createdAt: date({ writtenBy: "server", title: "Created" }),
    updatedAt: date({ writtenBy: "server", title: "Updated" }),
    project,
    version,
  };
  if (common === "withoutCreator") return dated;
  const creator = relation("user", { writtenBy: "server", indexed: false, title: "Created by" });
  return { ...dated, createdByUser: creator };
}
