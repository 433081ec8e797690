"use client";

import { useQuery } from "@tanstack/react-query";
import { ValueEditor } from "@/components/resource/value-editor";
import { Skeleton } from "@/components/ui/skeleton";
import { explain } from "@/lib/client/problem";
import { recordQuery } from "@/lib/client/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  readonly column: Column;
  readonly onClose: () => void;
}

/** The editor of one value in the place where the page showed it; takes the focus. */
export function ValueInPlace({ resource, id, column, onClose }: Props) {
  const { data, error } = useQuery(recordQuery(resource, id));
  if (error && !data) return <p role="alert">{explain(error)}</p>;
  if (!data) return <Skeleton className="h-8!" />;
  return (
    <ValueEditor {...{ resource, id, column, onClose }} key={id} read={data} begin={focusFirst} />
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>(
    'input:not([type="color"]):not([type="radio"]), textarea, input:checked, [contenteditable="true"]',
  );
  // A field that finds records shows what is chosen only if it is not being typed in: it is drawn first.
  requestAnimationFrame(() => first?.focus());
}
