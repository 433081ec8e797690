import { bidiIsolate } from "@/components/words/bidi-isolate";
import { titleOf } from "@/components/words/field-title";
import { shortTime } from "@/lib/client/device/times";
import { type Labels, labelKey } from "@/lib/client/queries/labels";
import { resourceAt } from "@/lib/resources/index";
import {
  comparedColumn,
  conditionColumn,
  isKeyed,
  namedPaths,
} from "@/lib/schema/filter-text/condition-target";
import type { Condition, FilterNode } from "@/lib/schema/filter-text/model";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { dateText, durationText, sinceText, testSuffix, valueText } from "./filter-words";

/** Context for filter texts: names of records, and the clock. */
export interface SentenceContext {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly zone: string;
  /** Whether the user may read a resource. Only then a record can be shown as missing. */
  readonly mayRead: (target: Resource) => boolean;
}

/**
 * Returns a filter as a sentence: "Severity is Critical or Major", "State › New incidents start
 * here: yes".
 */
export function filterSentence(reading: SentenceContext, node: FilterNode): string {
  if (node.kind === "condition") return conditionWords(reading, node);
  if (node.kind === "not") return `not (${filterSentence(reading, node.part)})`;
  const parts = node.parts.map((part) => {
    const words = filterSentence(reading, part);
    return part.kind === "and" || part.kind === "or" ? `(${words})` : words;
  });
  return parts.join(node.kind === "and" ? " and " : " or ");
}

function conditionWords(reading: SentenceContext, condition: Condition): string {
  const { column: name, path, test, values } = condition;
  const outer = conditionColumn(reading.resource, name);
  if (!outer) return name;
  const inner = comparedColumn(reading.resource, condition, resourceAt);
  if (path && (isKeyed(reading.resource, condition) || !inner)) {
    const title = `${titleOf(outer)} ${bidiIsolate(path.join("."))}`;
    const joiner = test === "between" ? " and " : undefined;
    return `${title}${testSuffix({ kind: "text" }, test)} ${listed(values.map(bidiIsolate), joiner)}`;
  }
  const column = inner ?? outer;
  const title = path ? `${titleOf(outer)} › ${titleOf(column)}` : titleOf(column);
  const since = kindOf(column.field).isDate ? sinceText(test, values[0] ?? "") : undefined;
  if (since !== undefined) return `${title} ${since}`;
  const paths = namedPaths(reading.resource, condition, resourceAt);
  const shown = values.map((value) => valueWords(reading, column, paths, value));
  const joined = listed(shown, test === "between" ? " and " : undefined);
  return `${title}${testSuffix(column.field, test)} ${joined}`.trimEnd();
}

function valueWords(
  reading: SentenceContext,
  { field }: Column,
  paths: readonly string[],
  value: string,
): string {
  if (field.to !== undefined) return recordWords(reading, paths, value);
  const { zone } = reading;
  if (kindOf(field).isDate) return value.includes("T") ? shortTime(value, zone) : dateText(value);
  if (field.unit === "seconds") return durationText(value);
  return valueText(field, value);
}

function recordWords(reading: SentenceContext, paths: readonly string[], value: string): string {
  if (value === "me") return "me";
  const known = paths.map((path) => reading.labels.get(labelKey(path, value)));
  for (const label of known) {
    if (label !== undefined && label !== "missing") return bidiIsolate(label.label);
  }
  const missing = paths[known.indexOf("missing")];
  if (missing !== undefined) return unnamed(reading, missing);
  return value.length === 36 ? "…" : bidiIsolate(value);
}

function unnamed({ mayRead }: SentenceContext, path: string): string {
  const target = resourceAt(path);
  return target && !mayRead(target) ? "a record (no access)" : "a missing record";
}

function listed(items: readonly string[], joiner: string | undefined): string {
  if (joiner !== undefined) return items.join(joiner);
  return items.length <= 3 ? items.join(" or ") : `one of ${items.length}`;
}
