import Link from "next/link";
import { DataTable } from "@/components/docs/data-table";
import { sentenceCase } from "@/components/words/sentence-case";
import { withArticle } from "@/components/words/with-article";
import { resourceAt } from "@/lib/resources/index";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Lists the fields of a resource: name, type, and rules for writing. */
export function FieldsTable({ resource }: { resource: Resource }) {
  const columns = shapeOf(resource).columns.filter(({ field }) => !field.hidden);
  return (
    <DataTable
      caption={`Fields of ${withArticle(resource.name)}`}
      columns={["Field", "Type", "On create", "Notes"]}
      rows={columns.map((column) => ({
        key: column.name,
        id: `field-${column.name}`,
        cells: [
          <FieldNames key="names" column={column} />,
          <FieldType key="type" column={column} />,
          <OnCreate key="required" column={column} />,
          <Notes key="notes" column={column} />,
        ],
      }))}
    />
  );
}

function FieldNames({ column: { name, relation } }: { column: Column }) {
  return (
    <code className="wrap-anywhere font-mono text-12 leading-5">
      {name}
      {relation !== undefined && <span className="block text-ink-muted">{relation}</span>}
    </code>
  );
}

function FieldType({ column: { field } }: { column: Column }) {
  const target = field.to === undefined ? undefined : resourceAt(field.to);
  return (
    <>
      {kindOf(field).type}
      {target && (
        <Link
          href={`/docs/${target.path}`}
          prefetch={false}
          className="block text-ink-muted underline decoration-line-strong underline-offset-3 hover:text-ink-strong"
        >
          {sentenceCase(target.name)}
        </Link>
      )}
    </>
  );
}

function OnCreate({ column: { field } }: { column: Column }) {
  if (field.writtenBy === "server") return <span className="text-ink-muted">by the server</span>;
  if (!field.required) return null;
  if (field.madeByServer) return <span className="text-ink-muted">generated if omitted</span>;
  if (field.default !== undefined) return null;
  return <strong className="font-semibold text-ink-strong">required</strong>;
}

function Notes({ column: { name, field } }: { column: Column }) {
  const notes = notesOf(name, field);
  if (notes.length === 0 && field.suggestions === undefined) return null;
  return (
    <div className="max-w-[48ch]">
      {notes.join(" ")}
      {field.suggestions && (
        <p className="text-ink-muted">
          Known values, others accepted: {field.suggestions.join(", ")}.
        </p>
      )}
    </div>
  );
}

function notesOf(name: string, field: Column["field"]): string[] {
  const {
    title,
    help,
    min,
    max,
    default: absent,
    counts,
    slugFrom,
    ordersWithin,
    presence,
  } = field;
  const notes = [
    title !== undefined && !nameImpliesTitle(name, title) && `${title}.`,
    help,
    min !== undefined && max !== undefined && `From ${min} to ${max}.`,
    absent !== undefined && `Default: ${JSON.stringify(absent)}.`,
    counts && `Incremented per project; ${counts.prefixed} shows it with the project's prefix.`,
    slugFrom !== undefined && `Generated from ${slugFrom}, unique in the deployment.`,
    ordersWithin !== undefined &&
      `Position among records with the same ${ordersWithin}. If omitted, last.`,
    kindOf(field).isSecret && "Write-only. It cannot be read, filtered or sorted by.",
    presence !== undefined &&
      `Select ${presence} to learn whether there is one. An empty text removes it; null leaves it.`,
    field.onTargetDelete === "refuse" &&
      "The referenced record cannot be deleted while this one exists.",
    field.requiredByName && "Required under either of its two names.",
  ];
  return notes.filter((note) => typeof note === "string");
}

/** Returns true when a field's name implies its title: `createdByUserId` and "Created by". */
function nameImpliesTitle(name: string, title: string): boolean {
  return name.toLowerCase().includes(title.toLowerCase().replace(/[^a-z]/g, ""));
}
