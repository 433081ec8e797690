import { Code, Prose, Section } from "@/components/docs/section";

/** What keeps writes from going wrong: versions, idempotency, limits, and how the service is. */
export function Safety() {
  return (
    <>
      <Section id="versions" title="Versions">
        <Prose>
          Replies to create, get and update carry an <Code>ETag</Code>. Send it back as{" "}
          <Code>If-Match</Code> with an update or delete, and the write happens only if nobody
          changed the record since; otherwise it is 412 and nothing is written. With{" "}
          <Code>If-None-Match</Code>, a GET of one record answers 304 while it is unchanged.
        </Prose>
        <Prose>
          You may send back a whole record as you read it: what only the server writes is ignored.
        </Prose>
      </Section>
      <Section id="idempotency" title="Safe repeats">
        <Prose>
          A create with an <Code>Idempotency-Key</Code> of your own making, at most 255 characters,
          happens once. The same key with the same body answers the first reply again for 24 hours,
          marked <Code>Idempotent-Replayed: true</Code>, also when both arrive at once. With another
          body it is 409.
        </Prose>
      </Section>
      <Section id="limits" title="Limits">
        <Prose>
          A body may have 5 MB (unless the operator set another limit), 32 levels and 1,000 keys in
          one object. A page has at most 100 records, <Code>skip</Code> goes to 1,000,000, an array
          in a query holds 500 values. A query that has to search for too long is refused with{" "}
          <Code>query_too_expensive</Code>.
        </Prose>
        <Prose>
          Every reply carries <Code>X-Request-Id</Code>, yours if you sent one, and{" "}
          <Code>Server-Timing</Code>.
        </Prose>
      </Section>
      <Section id="service" title="The service itself">
        <Prose>
          Three paths answer without a key: <Code>/api/openapi.json</Code> is this interface as an
          OpenAPI 3.1 document, <Code>/healthz</Code> answers while the process does, and{" "}
          <Code>/readyz</Code> while the database does.
        </Prose>
      </Section>
    </>
  );
}
