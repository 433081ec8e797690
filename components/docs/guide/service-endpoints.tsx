import { DataTable } from "@/components/docs/data-table";
import { Code, Prose, Section } from "@/components/docs/section";
import { endpoints } from "@/lib/contract";
import type { Endpoint } from "@/lib/contract/endpoint";
import { RouteList } from "./operations";

/** Lists the endpoints that are not about the records of a resource. */
export function ServiceEndpoints() {
  const all: readonly [string, Endpoint][] = Object.entries(endpoints);
  return (
    <Section id="service" title="Service endpoints">
      <Prose>
        These paths are not about the records of a resource. <Code>/api/openapi.json</Code> is this
        interface as an OpenAPI 3.1 document, with the parameters and replies of each path.{" "}
        <Code>/healthz</Code> answers while the process does, and <Code>/readyz</Code> while the
        database does.
      </Prose>
      <DataTable
        caption="Service endpoints"
        columns={["Endpoint", "Method and path", "Caller"]}
        rows={all.map(([key, { summary, method, path, caller }]) => ({
          key,
          cells: [
            summary,
            <RouteList key="route" spellings={[{ method, path }]} />,
            callers[caller],
          ],
        }))}
      />
    </Section>
  );
}

const callers: Readonly<Record<Endpoint["caller"], string>> = {
  anyone: "anyone",
  caller: "a key or a session",
  session: "a session",
};
