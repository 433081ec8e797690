import type { Feed } from "./feed";
import type { Field } from "./field";
import { date, id, number, relation } from "./fields";
import type { Group } from "./groups";
import type { EventTarget, Lifecycle, StateFlags, StoryPart } from "./lifecycle";
import type { Nav } from "./nav";

/** An operation on a resource. */
export type Operation = "list" | "get" | "count" | "create" | "update" | "delete";

/** The right that a permission title grants. List, get and count are all `read`. */
export type Right = "read" | "create" | "update" | "delete";

export const everyRight: readonly Right[] = ["read", "create", "update", "delete"];
export const readOperations: readonly Operation[] = ["list", "get", "count"];
export const everyOperation: readonly Operation[] = [
  ...readOperations,
  ...(["create", "update", "delete"] as const),
];

/** A resource as data: printable as JSON, importable on the server and in the browser. */
export interface Resource {
  /** The path segment `{r}` of `/api/{r}`, and the resource's identity. */
  readonly path: string;
  readonly name: string;
  readonly plural: string;
  readonly group: Group;
  /** One sentence of our own that says what a record is, for the docs and empty states. */
  readonly about: string;
  /** The field that names a record to users. */
  readonly label: string;
  readonly operations: readonly Operation[];
  /** The permission title for each right, as in the reference. Absent: nobody has the right. */
  readonly permission: Readonly<Partial<Record<Right, string>>>;
  /** Roles that may write besides holders of a title. `admins` excludes Project Member. */
  readonly writers: "members" | "admins";
  /** Roles that may read besides holders of the title. `owners` excludes all other roles. */
  readonly readers?: "owners";
  /** How a record belongs to projects: by `projectId`, by being one, or as a user by membership. */
  readonly scope: "project" | "self" | "people";
  /** The date that lists are sorted by as a default. */
  readonly timeField: string;
  /** Sets of columns whose values must be unique together, ignoring case. */
  readonly unique: readonly (readonly string[])[];
  /**
   * Columns by which records should differ; the first is a relation. The API accepts equal records.
   * The console warns of them, and the integrity report lists them.
   */
  readonly distinct?: readonly string[];
  /** Sets of columns that are looked up together, beyond relations and time. */
  readonly indexes: readonly (readonly string[])[];
  /** True for the eighteen resources of the reference, false for Tocsin's own and related ones. */
  readonly inReference: boolean;
  /** The first columns of a list, in order. Absent: columns that distinguish records, by kind. */
  readonly listed?: readonly string[];
  /** The title of the list page, if it is not the plural. */
  readonly pageTitle?: string;
  /** The pages of a project also list records without a project. */
  readonly alsoOfNoProject?: boolean;
  /** The search over all resources shows these records before others: 1 is the first kind. */
  readonly foundFirst?: 1 | 2 | 3;
  /** Excluded from the search over all resources. */
  readonly unsearched?: boolean;
  /** Personal data or itself a log. Its changes leave no entry in the change log. */
  readonly unlogged?: boolean;
  /** Every user reads records without a title: their own, or those about records they may read. */
  readonly readableByAll?: true;
  /** Visitors of status pages may read records. */
  readonly readByVisitors?: true;
  /** Records hold bytes beside their columns. */
  readonly holdsBytes?: true;
  /** A record can be responsible for other records. */
  readonly canOwn?: true;
  /** Paths of the resources whose records name the users and teams that answer for a record, users first. */
  readonly ownedBy?: readonly string[];
  /** Relations of a record to the user and the team that answer for it, without `Id`. */
  readonly assignedTo?: readonly string[];
  readonly lifecycle?: Lifecycle;
  /** Its records are the states of a lifecycle. */
  readonly stateFlags?: StateFlags;
  /** Its records are pages for visitors. */
  readonly publication?: Publication;
  /** Its records are roles. The flag of the one that leads. */
  readonly leads?: string;
  /** Its records are severities. The number that ranks them; 1 is the worst. */
  readonly severityRank?: string;
  /** Its records are events, which set a value of another record. */
  readonly sets?: EventTarget;
  /** Its records are entries in the story of the records that they refer to. */
  readonly story?: StoryPart;
  /** Its records are entries of a feed, which rules write besides callers. */
  readonly feed?: Feed;
  /** The date at which the thing happened that a record tells. Absent or empty: `timeField`. */
  readonly occursAt?: string;
  /** `none`: managed where it is used. Absent: a list under "More" of its group. */
  readonly nav?: Nav | "none";
  readonly fields: Readonly<Record<string, Field>>;
}

/** How a record becomes a page for visitors. */
export interface Publication {
  /** The column with the time of the publication. Empty: not published. */
  readonly since: string;
  /** The address of the page. A name after a colon stands for the value of that column. */
  readonly address: `/${string}`;
  /** The address of the page for callers of the API, published or not. */
  readonly preview: `/api/${string}`;
  /** Paths of the kinds of records, besides its own, that the page shows or derives from. */
  readonly shows: readonly string[];
}

/** The contents of a definition file; `defineResource` fills in the rest. */
export interface Definition
  extends Pick<Resource, "path" | "name" | "group" | "about" | "fields">,
    Partial<Omit<Resource, "path" | "name" | "group" | "about" | "fields" | "permission">> {
  /**
   * A noun ("Alert Severity" gives "Read Alert Severity", …), or the titles if irregular. Absent:
   * the name is the noun.
   */
  readonly permission?: string | Resource["permission"];
  readonly common?: CommonFields;
  /** The reference marks `project` as required besides `projectId`. */
  readonly projectRequiredByName?: boolean;
}

/**
 * `withoutCreator`: no createdByUser pair. `withoutProject`: no project pair besides. `bare`: only
 * `_id`, project pair and version.
 */
type CommonFields = "all" | "withoutCreator" | "withoutProject" | "bare";

/**
 * Completes a definition: common fields first, then the resource's own fields, in order. Records
 * are named by their field `name` and the plural ends in "s", unless the definition says otherwise.
 */
export function defineResource(definition: Definition): Resource {
  const { common = "all", projectRequiredByName = false, ...own } = definition;
  const { permission = own.name } = own;
  return {
    plural: `${own.name}s`,
    label: "name",
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

function commonFields(common: CommonFields, requiredByName: boolean): Record<string, Field> {
  const project = relation("project", {
    required: true,
    requiredByName,
    indexed: false,
    onTargetDelete: "remove",
    title: "Project",
  });
  const version = number({ hidden: true, writtenBy: "server" });
  const _id = id({ title: "ID" });
  if (common === "bare") return { _id, project, version };
  const createdAt = date({ writtenBy: "server", title: "Created" });
  const updatedAt = date({ writtenBy: "server", title: "Updated" });
  if (common === "withoutProject") return { _id, createdAt, updatedAt, version };
  const dated = { _id, createdAt, updatedAt, project, version };
  if (common === "withoutCreator") return dated;
  const creator = relation("user", { writtenBy: "server", indexed: false, title: "Created by" });
  return { ...dated, createdByUser: creator };
}
