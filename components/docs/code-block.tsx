import { CopyButton } from "@/components/ui/copy-button";

/** Code with a name above it and a copy button. Long lines scroll inside. */
export function CodeBlock({ name, code }: { name: string; code: string }) {
  return (
    <figure className="min-w-0 border border-line">
      <figcaption className="flex min-h-8 items-center justify-between gap-3 border-line border-b bg-surface-raised py-1 pr-1 pl-3 text-12 text-ink-muted">
        <span className="wrap-anywhere">{name}</span>
        <CopyButton text={code} what={name} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-[32rem] overflow-y-auto whitespace-pre-wrap bg-surface-sunken px-3 py-2 font-mono text-12 text-ink-strong leading-5"
      >
        {code}
      </pre>
    </figure>
  );
}
