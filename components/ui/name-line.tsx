import type { ReactNode } from "react";

interface Props {
  readonly name: string;
  /** Badges behind it. */
  readonly children: ReactNode;
}

/** The name of a person or a key as a row begins with it, whole on hover. */
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
