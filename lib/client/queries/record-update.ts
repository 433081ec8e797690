import type { JsonObject } from "@/lib/schema/json";

/** A change of one record; with `etag`, only of the version it names. */
export interface Change {
  readonly id: string;
  readonly data: JsonObject;
  readonly etag?: string | undefined;
}
