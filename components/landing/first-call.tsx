import type { ReactNode } from "react";
import { CommandBlock } from "@/components/ui/command-block";

/**
 * Shows three commands for this deployment's address, from the key in the terminal to a record that
 * reads back.
 */
export function FirstCall({ origin }: { origin: string }) {
  return (
    <ol className="grid gap-7">
      <Step name="Get the API key">
        <p>
          The server printed an API key when it first started, or it has the one you set as{" "}
          <code className="font-mono text-13">ADMIN_API_KEY</code>.
        </p>
        <CommandBlock>{"KEY='toc_…'"}</CommandBlock>
      </Step>
      <Step name="Create a record">
        <p>A new project is registered under the id you send.</p>
        <CommandBlock>{create(origin)}</CommandBlock>
      </Step>
      <Step name="Read it back">
        <p>Lists filter, sort, page and pick fields the same way for every resource.</p>
        <CommandBlock>{list(origin)}</CommandBlock>
      </Step>
    </ol>
  );
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="grid min-w-0 gap-2">
      <h3 className="font-semibold text-ink-strong">{name}</h3>
      {children}
    </li>
  );
}

function create(origin: string): string {
  return `curl ${origin}/api/alert-severity \\
  -H "ApiKey: $KEY" -H "Content-Type: application/json" \\
  -d '{"data": {
        "projectId": "3f0c2f5e-7f3b-4c52-9d5e-2a8f4a0f6b11",
        "name": "Critical",
        "color": "#C2410C"
      }}'`;
}

function list(origin: string): string {
  return `curl ${origin}/api/alert-severity/get-list \\
  -H "ApiKey: $KEY" -H "Content-Type: application/json" \\
  -d '{"select": {"name": true, "color": true},
       "query": {"name": "Critical"}}'`;
}
