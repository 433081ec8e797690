import { importedKinds } from "@/lib/import/steps/imported-kinds";
import { resources } from "@/lib/resources";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter } from "@/lib/store/port/store";
import { goodValue } from "@/tests/bodies";

/** The project of the generated records. */
export const sourceProject = "0190a000-0000-7000-8000-0000000000bb";

const atOnce = 200;
const firstTime = Date.UTC(2024, 0, 1);

/**
 * Fills a database with a project of `count` records of all kinds that an import takes. References
 * lead to records of the project, also to kinds that an import takes later. Every 50th text field is
 * empty.
 */
export async function fillSource(url: string, count: number): Promise<void> {
  const store = await openStore({ url, resources: resources.values() });
  const kinds = importedKinds().filter((one) => one !== project);
  const each = Math.max(2, Math.ceil(count / (kinds.length + 1)));
  const ids = new Map(kinds.map(({ path }) => [path, Array.from({ length: each }, newId)]));
  ids.set(project.path, [sourceProject]);
  await store.write((writer) => writer.insert(project, rowOf(project, sourceProject, 1, ids)));
  for (const resource of kinds) {
    const own = ids.get(resource.path) ?? [];
    for (let from = 0; from < own.length; from += atOnce) {
      await store.write((writer) => insertSome(writer, resource, { from, own, ids }));
    }
  }
  await store.close();
}

interface Some {
  readonly from: number;
  readonly own: readonly string[];
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

async function insertSome(writer: RecordWriter, resource: Resource, { from, own, ids }: Some) {
  for (const [place, id] of own.slice(from, from + atOnce).entries()) {
    await writer.insert(resource, rowOf(resource, id, from + place + 1, ids));
    if (resource !== user) continue;
    const visible = { userId: id, permissions: ["Project Member"], state: "active" };
    await writer.insert(member, { ...rowOf(member, newId(), 1, ids), ...visible });
  }
}

function rowOf(resource: Resource, id: string, seed: number, ids: Some["ids"]): Row {
  const at = new Date(firstTime + seed * 60_000).toISOString();
  const entries = shapeOf(resource).columns.map((column): [string, JsonValue] => [
    column.name,
    cellOf(column, seed, ids),
  ]);
  return { ...Object.fromEntries(entries), _id: id, createdAt: at, updatedAt: at, version: 3 };
}

function cellOf({ name, field }: Column, seed: number, ids: Some["ids"]): JsonValue {
  if (name === "projectId") return sourceProject;
  if (field.hidden) return field.default ?? emptyValue(field);
  const { isId, isNumber } = kindOf(field);
  if (isId) return referenceOf(field, seed, ids);
  const isEmpty = seed % 50 === 7 && !field.required && !isNumber;
  return isEmpty ? emptyValue(field) : goodValue(field, seed);
}

function referenceOf(field: Field, seed: number, ids: Some["ids"]): JsonValue {
  const targets = ids.get(field.to ?? "") ?? [];
  const [one, other] = [seed, seed * 7].map((n) => targets[n % targets.length] ?? newId());
  return kindOf(field).holdsIds ? [...new Set([one ?? "", other ?? ""])] : (one ?? "");
}
