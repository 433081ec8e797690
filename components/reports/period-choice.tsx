import { useState } from "react";
import { Select } from "@/components/ui/form/select";
import { styles } from "@/components/ui/styles";
import { daysOfRange, isOwnRange, ownLimits, ownRange, rangeChoices } from "./range";

interface Props {
  readonly range: string;
  /** The day in the time zone of the project, as `dayIn` returns it. */
  readonly today: number;
  readonly onChange: (range: string) => void;
}

/** Chooses the period of a report: a usual one, or the first and the last day. */
export function PeriodChoice({ range, today, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label="Period"
        className="w-48"
        choices={rangeChoices(today, range)}
        value={range}
        onChange={onChange}
      />
      {isOwnRange(range) && <OwnDays {...{ range, today, onChange }} />}
    </div>
  );
}

/** Two days. A change counts once both are days of a report, the first one not after the last. */
function OwnDays({ range, today, onChange }: Props) {
  const given = daysOfRange(range, today);
  const [from, setFrom] = useState(given.from);
  const [to, setTo] = useState(given.to ?? "");
  const [seen, setSeen] = useState(range);
  // The URL changes elsewhere too. A new key would unmount the input that has the focus.
  if (range !== seen) {
    setSeen(range);
    setFrom(given.from);
    setTo(given.to ?? "");
  }
  const limits = ownLimits(today);
  const isWithin = limits.from <= from && from <= to && to <= limits.to;
  const apply = () => {
    if (isWithin && ownRange(from, to) !== range) onChange(ownRange(from, to));
  };
  const inputs = [
    { label: "First day", value: from, set: setFrom },
    { label: "Last day", value: to, set: setTo },
  ];
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {inputs.map(({ label, value, set }) => (
        <label key={label} className="grid gap-1">
          <span className={styles.label}>{label}</span>
          <input
            type="date"
            min={limits.from}
            max={limits.to}
            value={value}
            onChange={({ target }) => set(target.value)}
            onBlur={apply}
            className={`${styles.input} h-8 w-38 pointer-coarse:h-11 pointer-coarse:text-16`}
          />
        </label>
      ))}
      {!isWithin && (
        <p role="alert" className="basis-full text-12 text-danger">
          Enter days from {limits.from} to {limits.to}, the first one not after the last.
        </p>
      )}
    </form>
  );
}
