import type { DocumentedCall } from "@/components/docs/call";
import { DataTable } from "@/components/docs/data-table";
import { Spellings } from "@/components/docs/guide/operations";

/** What can be done with a resource, how it is spelled, and who may. */
export function CallsTable({ calls, name }: { calls: readonly DocumentedCall[]; name: string }) {
  return (
    <DataTable
      caption={`Operations of ${name}`}
      columns={["Operation", "Method and path", "Permission, or a role"]}
      rows={calls.map(({ operation, verb, spellings, permission, roles }) => ({
        key: operation,
        cells: [
          <span key="verb" className="font-semibold">
            {verb}
          </span>,
          <Spellings key="spellings" spellings={spellings} />,
          <div key="permission" className="sm:min-w-48">
            <p className="text-ink-strong">{permission}</p>
            <p className="text-12 text-ink-muted">{roles.join(", ")}</p>
          </div>,
        ],
      }))}
    />
  );
}
