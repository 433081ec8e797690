import { HiddenPart } from "@/components/errors/hidden-part";
import type { RecordProps } from "@/components/resource/record-props";
import { sentenceCase } from "@/components/words/sentence-case";
import { mayRead, useProject } from "@/lib/client/project/project";
import { resources } from "@/lib/resources/index";
import { orderColumn } from "@/lib/schema/record/order-column";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { OrderInPlace } from "./order-in-place";

/** The kinds whose records have an order in the whole project: states, severities and statuses. */
export function ProjectOrders({ record }: RecordProps) {
  const context = useProject();
  const ordered = [...resources.values()].filter(isOrderedInProject);
  const kinds = ordered.filter((kind) => mayRead(context, kind));
  return (
    <section aria-label="Order of states and severities" className="grid gap-2 pb-8">
      <h2 className="font-semibold text-13 text-ink-muted">Order of states and severities</h2>
      {kinds.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] items-start gap-x-8 gap-y-4">
          {kinds.map((kind) => (
            <KindOrder key={kind.path} kind={kind} projectId={String(record._id)} />
          ))}
        </div>
      )}
      {kinds.length < ordered.length && <HiddenPart needs={ordered} />}
    </section>
  );
}

function isOrderedInProject(kind: Resource): boolean {
  const column = shapeOf(kind).byColumn.get(orderColumn(kind) ?? "");
  return column?.field.ordersWithin === "projectId";
}

function KindOrder({ kind, projectId }: { readonly kind: Resource; readonly projectId: string }) {
  const title = sentenceCase(kind.plural);
  const set = { resource: kind, column: orderColumn(kind) ?? "order", query: { projectId } };
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="font-medium text-13 text-ink-strong">{title}</h3>
      <OrderInPlace title={title} set={set} />
    </div>
  );
}
