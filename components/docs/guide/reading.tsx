import { CodeBlock } from "@/components/docs/code-block";
import { Code, Prose, Section } from "@/components/docs/section";

/** Explains paging, field selection and sorting. */
export function Reading() {
  return (
    <>
      <Section id="paging" title="Pagination">
        <Prose>
          <Code>limit</Code> and <Code>skip</Code> stand in the query string or the body. Without{" "}
          <Code>limit</Code> a page has 10 records; above 100 counts as 100. <Code>count</Code> in
          the reply is the number of all records that match, not the length of the page.
        </Prose>
        <Prose>
          A list by GET that has more records carries the address of its next page in the header{" "}
          <Code>Link</Code>, with <Code>rel="next"</Code>. The address repeats the query of the
          request. A POST has none.
        </Prose>
        <Prose>
          To walk through many records, send <Code>cursor</Code>: empty or null at first, then the{" "}
          <Code>nextCursor</Code> of each reply until it is null. Records that are created meanwhile
          do not shift the pages. <Code>"count": "none"</Code> spares the counting and answers -1.
        </Prose>
        <CodeBlock
          name="First page by cursor"
          code={`{"limit": 100, "cursor": "", "count": "none"}`}
        />
      </Section>
      <Section id="select" title="Selecting fields">
        <Prose>
          Without <Code>select</Code> a record has all its own fields; relations are there as ids
          under their <Code>…Id</Code> names. With it, <Code>_id</Code> and the fields you name. A
          relation by its own name is the id again; with an object, it is the record it refers to,
          one level deep, for callers who may read that too.
        </Prose>
        <CodeBlock
          name="Select"
          code={`{"select": {"title": true, "incidentSeverity": {"name": true, "color": true}}}`}
        />
      </Section>
      <Section id="sort" title="Sorting">
        <Prose>
          <Code>1</Code> or <Code>"ASC"</Code> is ascending with nulls first, <Code>-1</Code> or{" "}
          <Code>"DESC"</Code> descending. Several fields count in the order you give them. Without{" "}
          <Code>sort</Code> the newest come first. Ties are broken by <Code>_id</Code>, so pages
          never overlap.
        </Prose>
        <Prose>
          A relation takes an object of fields of the record it refers to, one level deep, for
          callers who may read that too: <Code>incidentSeverityId</Code> sorts by the id,{" "}
          <Code>incidentSeverity</Code> with <Code>order</Code> by the place of the severity.
          Records that refer to none of their project count as null. Records with the same value
          follow by their time, in the direction of the last field, unless you name it. A number
          with its prefix sorts by the number: <Code>INC-2</Code> comes before <Code>INC-10</Code>.
        </Prose>
        <Prose>
          In one project, pages by a related field take about as long among a million records as
          among ten thousand, where records refer to at most 1,000 different ones. Beyond that, and
          over several projects, all matches are sorted: add a filter when the answer is{" "}
          <Code>query_too_expensive</Code>.
        </Prose>
        <CodeBlock
          name="Sort"
          code={`{"sort": {"incidentSeverity": {"order": 1}, "declaredAt": -1}}`}
        />
      </Section>
    </>
  );
}
