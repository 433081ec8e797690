import { Suspense } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { useProject } from "@/lib/client/project/project";
import { inProject } from "@/lib/client/queries/queries";
import { orderColumn, queryOf, type RelatedSet } from "./related-sets";

const OrderInPlace = lazyWithRetry(
  async () => (await import("@/components/ordering/order-in-place")).OrderInPlace,
);

/** The records of a set, which the user puts in order. */
export function OrderedRows({ set }: { readonly set: RelatedSet }) {
  const { project } = useProject();
  const { resource, title } = set;
  const column = orderColumn(set)?.name;
  if (column === undefined) return null;
  const query = inProject(resource, project._id, queryOf(set));
  return (
    <Suspense fallback={<Skeleton className="my-3 w-1/2" />}>
      <OrderInPlace title={title} set={{ resource, column, query }} />
    </Suspense>
  );
}
