import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { type Fault, invalid } from "@/lib/errors";
import type { FieldNames } from "@/lib/resources/oneuptime-aliases";
import type { Field } from "@/lib/schema/field";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { pointerOf } from "@/lib/schema/pointer";
import { plainValue } from "@/lib/schema/record/plain-value";
import { presencesOf } from "@/lib/schema/record/presence";
import type { Writing } from "@/lib/schema/record/record-schema";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { foreignColumns } from "./foreign-columns";

/** The write that data is sent for. */
interface Write {
  readonly resource: Resource;
  readonly writing: Writing;
  readonly caller: Caller;
  readonly now: Date;
  readonly names: FieldNames;
}

/**
 * Returns the `data` of a write as the plain API takes it. Foreign columns are left out, as are
 * unknown ones on create; on update they are a 400 in the words by which clients drop the column and
 * retry. An absent value counts as sent by its default: the project of the key, the time of an
 * incident.
 */
export function readData(write: Write, data: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(data)) return data;
  if (write.writing === "update") refuseUnknown(write, data);
  const own: Record<string, JsonValue> = {};
  for (const [sent, value] of Object.entries(data)) {
    const name = write.names.inward(sent);
    const field = shapeOf(write.resource).byName.get(name)?.column.field;
    if (!field) continue;
    const plain = plainValue(field, value);
    if (!isPassedOver(write, name, field, plain)) own[name] = plain;
  }
  if (write.writing === "create") return completed(write, own);
  // An update of nothing is a fault of the request, an update of foreign columns is not.
  const isEmptied = Object.keys(own).length === 0 && Object.keys(data).length > 0;
  return isEmptied ? { _id: null } : own;
}

function refuseUnknown({ resource, names }: Write, data: JsonObject): void {
  const faults = Object.keys(data).flatMap((sent): Fault[] => {
    if (isKnown(resource, names.inward(sent))) return [];
    const message = `TableColumnMetadata not found for ${sent.slice(0, 100)} column`;
    return [{ pointer: pointerOf("data", sent), field: sent, message }];
  });
  if (faults.length > 0) throw invalid(faults);
}

function isKnown(resource: Resource, name: string): boolean {
  if (name === "version" || presencesOf(resource).has(name)) return true;
  return shapeOf(resource).byName.has(name) || foreignColumns(resource).values.has(name);
}

/**
 * On create null means absent. On update clients send null for every column that they do not
 * manage, which must not empty what the server fills.
 */
function isPassedOver({ resource, writing }: Write, name: string, field: Field, value: JsonValue) {
  if (value !== null) return false;
  if (writing === "create") return true;
  const { required, madeByServer, counts, ordersWithin } = field;
  const isFilled = required || madeByServer || counts || ordersWithin !== undefined;
  return isFilled || foreignColumns(resource).fixed.has(name);
}

/** Adds the values that OneUptime fills in and the reference requires. */
function completed({ resource, caller, now }: Write, own: JsonObject): JsonObject {
  const given: Record<string, JsonValue> = { ...own };
  for (const [name, value] of Object.entries(filledIn[resource.path] ?? {})) {
    given[name] ??= value === "now" ? now.toISOString() : value;
  }
  const [place, ...others] = caller.grants.keys();
  const isBound = place !== undefined && others.length === 0 && place !== everyProject;
  if (!isBound || resource.scope !== "project") return given;
  const { project: _, ...rest } = given;
  return { ...rest, projectId: place };
}

const filledIn: Readonly<Record<string, Readonly<Record<string, "now" | false>>>> = {
  incident: { declaredAt: "now" },
  "incident-owner-user": { isOwnerNotified: false },
  "alert-owner-team": { isOwnerNotified: false },
};
