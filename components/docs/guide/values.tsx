import { DataTable } from "@/components/docs/data-table";
import { Code, Prose, Section } from "@/components/docs/section";

/** Explains the format of values in requests and responses. */
export function Values() {
  return (
    <Section id="values" title="Values">
      <Prose>
        Replies hold plain values. Requests may wrap one, as some clients do:{" "}
        <Code>{`{"_type": "DateTime", "value": "2026-01-31T09:00:00.000Z"}`}</Code>, likewise with
        ObjectID, Color, Email, HashedString and URL.
      </Prose>
      <DataTable
        caption="Types of values"
        columns={["Type", "Accepted values", "Returned values"]}
        rows={types.map(([type, accepted, answered]) => ({
          key: type,
          cells: [type, accepted, answered],
        }))}
      />
      <Prose>
        A relation may be written under either of its names: <Code>incidentId</Code>, or{" "}
        <Code>incident</Code> with an id or <Code>{`{"_id": …}`}</Code>. An id that names no record
        of the project is kept as it is and leads nowhere.
      </Prose>
    </Section>
  );
}

const types = [
  ["Object ID", "any UUID-shaped text", "in lower case"],
  [
    "Date",
    "ISO 8601 with any offset; a date alone is midnight UTC",
    "UTC with milliseconds: 2026-01-31T09:00:00.000Z",
  ],
  ["Text", "at most 255 characters", "exactly as sent"],
  ["Slug", "at most 255 characters", "in lower case with hyphens, with a short ending when taken"],
  ["Email", "an address, at most 320 characters", "exactly as sent"],
  ["Long Text", "at most 5,000 characters", "exactly as sent"],
  ["Very Long Text, Markdown", "at most 1,000,000 characters", "exactly as sent"],
  ["Number", "any finite number", "the same number"],
  ["Small Number", "a whole number from -32768 to 32767", "the same number"],
  ["Boolean", "true or false", "true or false"],
  ["Color", "#RRGGBB", "exactly as sent"],
  ["URL", "an address that begins with http:// or https://", "exactly as sent"],
  ["JSON", "any JSON value", "the same value, keys in the order sent"],
  ["File", "the id of a file, or an array of them", "exactly as sent"],
  ["Hashed String", "text; only a salted hash is kept", "never: null"],
  ["Relation (list)", "an array of ids, {_id} or {id}", "an array of ids, each once, in order"],
] as const;
