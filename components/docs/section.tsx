import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of a docs page, with an anchor. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-6"
    >
      <h2 id={id} className="scroll-mt-6 font-semibold text-20 text-ink-strong tracking-tight">
        <a href={`#${id}`} className="hover:underline hover:decoration-accent">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}

/** Running text of the docs. */
export function Prose({ children }: { children: ReactNode }) {
  return <p className="max-w-[68ch]">{children}</p>;
}

/** A name from the interface, inside a sentence. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="wrap-anywhere bg-surface-sunken px-1 font-mono text-12 text-ink-strong">
      {children}
    </code>
  );
}
