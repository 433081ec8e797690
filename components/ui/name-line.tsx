import type { ReactNode } from "react";

interface Props {
  readonly name: string;
  /** Badges after the name. */
  readonly children: ReactNode;
}

/** Name of a user or a key at the beginning of a row, in full on hover. */
export function NameLine({ name, children }: Props) {
  return (
    <p className="flex min-w-0 items-center gap-2">
      <bdi className="truncate font-medium text-ink-strong" title={name}>
        {name}
      </bdi>
      {children}
    </p>
  );
}
