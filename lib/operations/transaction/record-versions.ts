import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/** The versions of the records that one transaction created or updated. */
export class RecordVersions {
  readonly #versions = new Map<string, number>();

  of(resource: Resource, id: JsonValue | undefined): number | undefined {
    return this.#versions.get(keyOf(resource, id));
  }

  set(resource: Resource, id: JsonValue | undefined, version: number): void {
    this.#versions.set(keyOf(resource, id), version);
  }

  drop(resource: Resource, id: JsonValue | undefined): void {
    this.#versions.delete(keyOf(resource, id));
  }
}

function keyOf({ path }: Resource, id: JsonValue | undefined): string {
  return `${path} ${id}`;
}
