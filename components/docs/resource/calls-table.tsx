import { DataTable } from "@/components/docs/data-table";
import type { DocumentedCall } from "@/components/docs/documented-call";
import { RouteList } from "@/components/docs/guide/operations";
import { Prose } from "@/components/docs/section";
import { withArticle } from "@/components/words/with-article";

/** Lists the operations of a resource with their routes and the permissions that allow them. */
export function CallsTable({ calls, name }: { calls: readonly DocumentedCall[]; name: string }) {
  return (
    <>
      <DataTable
        caption={`Operations on ${withArticle(name)}`}
        columns={["Operation", "Method and path", "Permission"]}
        rows={calls.map(({ operation, verb, routes: spellings, permission }) => ({
          key: operation,
          cells: [
            <span key="verb" className="font-semibold">
              {verb}
            </span>,
            <RouteList key="spellings" spellings={spellings} />,
            permission,
          ],
        }))}
      />
      {byRoles(calls).map(([roles, verbs]) => (
        <Prose key={roles}>
          <span className="text-ink-strong">{verbs.join(", ")}:</span> also with a role, {roles}.
        </Prose>
      ))}
    </>
  );
}

/** Groups the operations by the roles that allow them. */
function byRoles(calls: readonly DocumentedCall[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { roles, verb } of calls) {
    const names = roles.join(", ").replace(/, (?=[^,]+$)/, " or ");
    groups.set(names, [...(groups.get(names) ?? []), verb]);
  }
  return [...groups];
}
