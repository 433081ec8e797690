import { type ReactNode, Suspense } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { SkeletonLines } from "@/components/ui/skeleton";
import { useIsSpacious } from "@/components/ui/use-is-narrow";
import type { Command } from "./command";
import { useHighlighted } from "./use-first-highlighted";

const PalettePreview = lazyWithRetry(
  async () => (await import("./palette-preview")).PalettePreview,
);

interface Props {
  /** The field that controls the list of results. */
  readonly field: HTMLInputElement | null;
  readonly commands: ReadonlyMap<string, Command>;
  readonly children: ReactNode;
}

/** The field and its results, and beside them, on a wide screen, the record of the highlighted line. */
export function WithPreview({ field, commands, children }: Props) {
  const highlighted = useHighlighted(field);
  const record = commands.get(highlighted ?? "")?.record;
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-6">
      <div>{children}</div>
      {useIsSpacious() && (
        <div inert className="max-h-[70dvh] overflow-hidden border-line border-l pl-6">
          {record ? (
            <Suspense fallback={<SkeletonLines />}>
              <PalettePreview key={record.id} {...record} />
            </Suspense>
          ) : (
            <p className="pt-2 text-12 text-ink-muted">A marked record is shown here.</p>
          )}
        </div>
      )}
    </div>
  );
}
