import { type BarColors, plainColor, usualRules } from "./uptime-bars";

/** A range of uptime whose days have the same color: from `from` up to `to`, in percent. */
export interface ColorBand {
  readonly from: number;
  /** Excluded. Undefined for the band that ends with 100. */
  readonly to: number | undefined;
  readonly color: string;
  /** Place of the rule that decides; undefined for days that meet no rule. */
  readonly rule: number | undefined;
}

/**
 * Returns the bands of colors from 0 to 100 %, the lowest first. The first rule that an uptime meets
 * decides, so that a rule has a band only below the thresholds of all rules before it.
 */
export function colorBands({ rules, defaultBarColor }: BarColors): ColorBand[] {
  const isUnruled = rules.length === 0 && defaultBarColor === null;
  const bands: ColorBand[] = [];
  let ceiling: number | undefined;
  (isUnruled ? usualRules : rules).forEach(({ atLeast, color }, rule) => {
    if (ceiling !== undefined ? atLeast >= ceiling : atLeast > 100) return;
    bands.push({
      ...{ from: atLeast, to: ceiling, rule: isUnruled ? undefined : rule },
      color: color ?? defaultBarColor ?? plainColor,
    });
    ceiling = atLeast;
  });
  if (ceiling === undefined || ceiling > 0) {
    bands.push({ from: 0, to: ceiling, color: defaultBarColor ?? plainColor, rule: undefined });
  }
  return bands.reverse();
}

/**
 * Returns for each rule the threshold of an earlier rule that decides all of its days; undefined for
 * a rule that is used.
 */
export function decidedBefore(rules: BarColors["rules"]): (number | undefined)[] {
  return rules.map(
    ({ atLeast }, place) =>
      rules.slice(0, place).find((earlier) => earlier.atLeast <= atLeast)?.atLeast,
  );
}
