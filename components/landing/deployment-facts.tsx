import type { ReactNode } from "react";

/** Lists the four facts that a developer looks up before writing a client. */
export function DeploymentFacts({ origin }: { origin: string }) {
  return (
    <dl className="grid gap-3 text-13">
      <Fact term="Address">
        <code className="break-all font-mono text-12">{origin}/api</code>
      </Fact>
      <Fact term="Authentication">
        header <code className="font-mono text-12">ApiKey</code>, on every call
      </Fact>
      <Fact term="Contract">
        <FactLink href="/api/openapi.json">OpenAPI 3.1</FactLink>, or{" "}
        <FactLink href="/docs">pages to read</FactLink>
      </Fact>
      <Fact term="Health">
        <FactLink href="/healthz">/healthz</FactLink>, <FactLink href="/readyz">/readyz</FactLink>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-line border-t pt-2">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="text-ink-strong">{children}</dd>
    </div>
  );
}

function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="underline decoration-line-strong underline-offset-3 hover:decoration-accent"
    >
      {children}
    </a>
  );
}
