import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Props of a component that shows a record. */
export interface RecordProps {
  readonly resource: Resource;
  readonly record: Row;
}
