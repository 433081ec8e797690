import { type OperatorName, operators } from "@/lib/schema/values/operators";
import type { QueryPlace } from "./query-place";

/** Limit on text conditions. Each reads the whole text of every record examined. */
const textConditionsMax = 8;

const textOperators: readonly OperatorName[] = operators.text;

/** Counts a condition if it searches text. The first condition over the limit adds a fault. */
export function countTextCondition(name: OperatorName, place: QueryPlace): void {
  if (!textOperators.includes(name)) return;
  const { reading } = place;
  reading.textConditions += 1;
  if (reading.textConditions !== textConditionsMax + 1) return;
  place.refuse(
    `is one condition too many: a query may hold at most ${textConditionsMax} of Search, NotContains, StartsWith and EndsWith`,
  );
}
