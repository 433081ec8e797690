import { DataTable } from "@/components/docs/data-table";
import type { CallRoute } from "@/components/docs/documented-call";
import { Code, Prose, Section } from "@/components/docs/section";

interface OperationsProps {
  operations: readonly { readonly verb: string; readonly spellings: readonly CallRoute[] }[];
}

/** Lists the operations that resources share, with all their routes. */
export function Operations({ operations }: OperationsProps) {
  return (
    <Section id="operations" title="Operations">
      <Prose>
        Every resource has the same operations, except where its page says otherwise. Some
        operations have several routes with the same effect, for clients that cannot send PUT,
        DELETE, or a GET with a body. Such a GET takes <Code>select</Code>, <Code>query</Code> and{" "}
        <Code>sort</Code> as JSON in the query string, the first and the last also as names:{" "}
        <Code>select=title,declaredAt&amp;sort=-declaredAt</Code>. A parameter that a path does not
        have is an error, except <Code>limit</Code> and <Code>skip</Code>.
      </Prose>
      <DataTable
        caption="Operations and routes"
        columns={["Operation", "Method and path", "Request body", "Reply"]}
        rows={operations.map(({ verb, spellings }) => ({
          key: verb,
          cells: [
            verb,
            <RouteList key="spellings" spellings={spellings} />,
            <BodyWords key="body" verb={verb} place="request" />,
            <BodyWords key="reply" verb={verb} place="reply" />,
          ],
        }))}
      />
    </Section>
  );
}

/** Lists the routes of a call, one below the other. */
export function RouteList({ spellings }: { spellings: readonly CallRoute[] }) {
  return (
    <ul className="font-mono text-12 leading-5 [&>li]:grid [&>li]:grid-cols-[4rem_minmax(0,1fr)]">
      {spellings.map(({ method, path }) => (
        <li key={`${method} ${path}`}>
          <span className="text-ink-muted">{method}</span>
          <span className="wrap-anywhere">{path}</span>
        </li>
      ))}
    </ul>
  );
}

function BodyWords({ verb, place }: { verb: string; place: "request" | "reply" }) {
  const words = bodies[verb]?.[place];
  return words === undefined ? null : <code className="font-mono text-12">{words}</code>;
}

const bodies: Readonly<Record<string, { readonly request: string; readonly reply: string }>> = {
  List: { request: "{select, query, sort}", reply: "{count, limit, skip, data}" },
  Get: { request: "{select}", reply: "the record" },
  Count: { request: "{query}", reply: "{count}" },
  Create: { request: "{data}", reply: "the record" },
  Update: { request: "{data}", reply: "{}" },
  Delete: { request: "none", reply: "{}" },
};
