import { Code, Prose, Section } from "@/components/docs/section";

/** Explains versions, idempotency, bulk writes and limits. */
export function Safety() {
  return (
    <>
      <Section id="versions" title="Versions">
        <Prose>
          Replies to create, get, update and the rotation of an API key carry an <Code>ETag</Code>.
          Send it back as <Code>If-Match</Code> with an update, a delete or a rotation, and the
          write happens only if the record has not changed since. Otherwise the reply is 412 and
          nothing is written. With <Code>If-None-Match</Code>, a GET of one record answers 304 while
          it is unchanged.
        </Prose>
        <Prose>
          A key has at most one former secret: a rotation during an overlap ends the former secret
          at once. With <Code>If-Match</Code>, a rotation whose reply was lost is not repeated
          unseen.
        </Prose>
        <Prose>
          You may send back a whole record as you read it: fields that only the server writes are
          ignored.
        </Prose>
      </Section>
      <Section id="idempotency" title="Idempotency">
        <Prose>
          A create with an <Code>Idempotency-Key</Code> of your own making, at most 255 characters,
          happens once. The same key with the same body answers the first reply again for 24 hours,
          marked <Code>Idempotent-Replayed: true</Code>, also when both arrive at once. With another
          body it is 409. A <Code>bulk-create</Code> takes one too: sent again, what it made already
          is answered as it was, and the rest is made.
        </Prose>
      </Section>
      <Section id="bulk" title="Bulk operations">
        <Prose>
          <Code>bulk-create</Code>, <Code>bulk-update</Code> and <Code>bulk-delete</Code> take up to
          500 <Code>items</Code>. Each is written by itself, in a transaction of its own and with
          all that a single write checks and does; one that is refused holds up no other. An item of
          an update or delete has an <Code>id</Code> and, where it must be unchanged, the{" "}
          <Code>etag</Code> you saw; an update takes <Code>data</Code> for all, or in an item its
          own. The reply is 200 and says of each, in your order, its <Code>status</Code> and either
          its new <Code>etag</Code> or why it was refused; pointers in it begin at the item. All of
          a request stand in the change log under its one request id.
        </Prose>
        <Prose>
          <Code>versions</Code> answers up to 10,000 records that match a <Code>query</Code> with
          their ETags, as they are at one moment. Send these back as items: what was changed since
          is refused with 412, and what came to match since is left alone.
        </Prose>
      </Section>
      <Section id="limits" title="Limits">
        <Prose>
          A body may have 8 MB (unless the operator set another limit), 32 levels, 1,000 keys in one
          object, and 20,000 keys and 200,000 elements of arrays in all; a file 10 MB; a request to
          sign in 16 KB. A page has at most 100 records, <Code>skip</Code> goes to 1,000,000, an
          array in a query holds 500 values. A query that has to search for too long is refused with{" "}
          <Code>query_too_expensive</Code>.
        </Prose>
        <Prose>
          Replies above 8 kB are compressed for a client that sends{" "}
          <Code>Accept-Encoding: gzip</Code>. Their <Code>ETag</Code> is marked as weak (
          <Code>W/</Code>) and guards a write all the same.
        </Prose>
        <Prose>
          Every reply carries <Code>X-Request-Id</Code>, yours if you sent one, and{" "}
          <Code>Server-Timing</Code>.
        </Prose>
      </Section>
    </>
  );
}
