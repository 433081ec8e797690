import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/** The versions of the records that one transaction created or updated. */
export class RecordVersions {
  readonly #versions = new Map<string, number>();

  of(resource: Resource, id: JsonValue | undefined): number | undefined {
    return this.#versions.get(keyOf(resource, id));
  }

  /** Notes the new version of a record; undefined for a deleted one. */
  set(resource: Resource, id: JsonValue | undefined, version: number | undefined): void {
    const key = keyOf(resource, id);
    if (version === undefined) this.#versions.delete(key);
    else this.#versions.set(key, version);
  }
}

function keyOf({ path }: Resource, id: JsonValue | undefined): string {
  return `${path} ${id}`;
}
