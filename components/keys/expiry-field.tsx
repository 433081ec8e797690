import { Select } from "@/components/ui/form/select";
import { TextField } from "@/components/ui/form/text-field";
import { useClock } from "@/lib/client/device/clock";
import { shortTime } from "@/lib/client/device/times";

/** Expiry of a key: a choice, and the day for the choice `day`. */
export interface Expiry {
  readonly choice: ExpiryChoice;
  /** `YYYY-MM-DD`; for `day` only. */
  readonly day: string;
}

type ExpiryChoice = "kept" | "30" | "90" | "365" | "day" | "never";

/** Returns the instant of an expiry; null for none, undefined for an unchanged one. */
export function expiryInstant({ choice, day }: Expiry, now: number): string | null | undefined {
  if (choice === "kept") return undefined;
  if (choice === "never") return null;
  // A day counts to its end. A user who chooses the 31st expects the key to work on the 31st.
  if (choice === "day") return `${day}T23:59:59.999Z`;
  return new Date(now + Number(choice) * 24 * 60 * 60 * 1000).toISOString();
}

/** Input for the expiry of a key, by the time from now or by the day. */
export function ExpiryField(props: {
  readonly value: Expiry;
  readonly onChange: (value: Expiry) => void;
  /** Current expiry of an edited key; null for none. */
  readonly present?: string | null;
  readonly error?: string | undefined;
}) {
  const { value, onChange, present, error } = props;
  const { zone } = useClock();
  const kept =
    present === null ? "Unchanged: never" : `Unchanged: ${shortTime(present ?? "", zone)}`;
  const choices = [
    ...(present === undefined ? [] : [{ value: "kept" as const, text: kept }]),
    ...expiryChoices.filter(({ value: choice }) => !(choice === "never" && present === null)),
  ];
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Select
        label="Expires"
        choices={choices}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        {...(value.choice === "never" && {
          description: "A key without expiry is a security risk. Prefer one year.",
        })}
        {...(value.choice !== "day" && { error })}
      />
      {value.choice === "day" && (
        <TextField
          label="Last day (UTC)"
          type="date"
          isRequired
          value={value.day}
          onChange={(event) => onChange({ ...value, day: event.target.value })}
          error={error}
        />
      )}
    </div>
  );
}

const expiryChoices = [
  { value: "30", text: "In 30 days" },
  { value: "90", text: "In 90 days" },
  { value: "365", text: "In a year" },
  { value: "day", text: "On a date…" },
  { value: "never", text: "Never" },
] as const;
