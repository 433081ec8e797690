import { inSentence } from "@/components/words/sentence-case";
import { resourceAt } from "@/lib/resources/index";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Row } from "@/lib/schema/row";

/** An entry of the change log within a sentence. */
export interface ChangeWords {
  /** The operation: "created". */
  readonly verb: string;
  /** The kind of the record: "incident". Without a record the plural: "incidents". */
  readonly kind: string;
  /** The record; undefined for an entry that is not of one, such as an export. */
  readonly recordId: string | undefined;
}

/** Returns what an entry of the change log tells, in words. */
export function changeWords({ operation, resource, recordId }: Row): ChangeWords {
  const path = String(resource);
  const { name = path, plural = path } = resourceAt(path) ?? {};
  const id = typeof recordId === "string" ? recordId : undefined;
  const verb = changeLog.fields.operation?.words?.[String(operation)] ?? String(operation);
  const kind = inSentence(id === undefined ? plural : name);
  return { verb: inSentence(verb), kind, recordId: id };
}
