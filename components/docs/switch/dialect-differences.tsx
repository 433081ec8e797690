import { DataTable } from "@/components/docs/data-table";
import { Code, Prose, Section } from "@/components/docs/section";

/** Lists what such a key changes, and what differs from OneUptime nevertheless. */
export function DialectDifferences() {
  return (
    <Section id="dialect" title="3. What the key changes">
      <DataTable
        caption="The dialect of a key"
        columns={["Part", "With this key"]}
        rows={changed}
      />
      <Prose>
        On purpose, three things are not as in OneUptime: a read without <Code>select</Code> shows
        all fields, an unknown id is 404, and an unknown key is 401. A body may be compressed with{" "}
        <Code>Content-Encoding: gzip</Code>. Exports, bulk writes and paths that OneUptime lacks
        keep their plain form.
      </Prose>
    </Section>
  );
}

const changed = [
  {
    key: "values",
    cells: [
      "Ids, dates, colors, addresses",
      <Code key="form">{'{"_type": "ObjectID", "value": "…"}'}</Code>,
    ],
  },
  {
    key: "related",
    cells: ["Related records", "Objects with _id, or with the selected fields in the same form."],
  },
  {
    key: "columns",
    cells: [
      "Columns that Tocsin lacks",
      "May be selected, and are null, false or []. Values for them are accepted.",
    ],
  },
  {
    key: "left",
    cells: [
      "Left out of a create",
      "The project of the key, declaredAt: now, isOwnerNotified: no.",
    ],
  },
  {
    key: "numbers",
    cells: ["Sent values", "Numbers may be texts, and an empty text in an id means none."],
  },
  { key: "pages", cells: ["Pages", "Up to 10,000 records."] },
  {
    key: "errors",
    cells: ["Errors", "A missing permission is 422. message and error have the text."],
  },
];
