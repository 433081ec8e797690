"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/form/text-field";
import { titleOf } from "@/components/words/field-title";
import { valuesTaken } from "@/lib/schema/filter-text/model";
import type { ValueInputProps } from "./value-input-props";

/** Input of a time, or of the start and end of an interval. */
export function DateValueInput({ column, test, values, onChange }: ValueInputProps) {
  const places = valuesTaken[test] === "two" ? ["From", "To"] : ["When"];
  const put = (place: number, value: string) =>
    onChange(places.map((_, at) => (at === place ? value : (values[at] ?? ""))));
  return (
    <div className="grid gap-2">
      {places.map((label, place) => (
        <div key={label} className="grid gap-1.5">
          <TextField
            label={label}
            labelHidden={places.length === 1}
            placeholder="2026-01-31, -7d, today"
            description="A date (UTC), a time, or a relative time: -30min, -2h, -7d, -1mo."
            value={values[place] ?? ""}
            onChange={({ target }) => put(place, target.value)}
          />
          <div className="flex flex-wrap gap-1">
            {["-1h", "-24h", "-7d", "-30d", "today"].map((value) => (
              <Button key={value} size="small" look="quiet" onPress={() => put(place, value)}>
                {value}
              </Button>
            ))}
          </div>
        </div>
      ))}
      <span className="sr-only">{titleOf(column)}</span>
    </div>
  );
}
