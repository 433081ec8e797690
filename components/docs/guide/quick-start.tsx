import { CodeBlock } from "@/components/docs/code-block";
import { Prose, Section } from "@/components/docs/section";

interface QuickStartProps {
  origin: string;
  projectId: string;
}

/** Shows three commands: create a record, find it, change it. */
export function QuickStart({ origin, projectId }: QuickStartProps) {
  return (
    <Section id="quick-start" title="Quick start">
      <Prose>Put your key into the shell, then write a record, find it, and change it.</Prose>
      <CodeBlock name="Write" code={`KEY='toc_…'\n${create(origin, projectId)}`} />
      <CodeBlock name="Find" code={list(origin)} />
      <CodeBlock name="Change (the _id is in the reply to the first)" code={update(origin)} />
    </Section>
  );
}

const headers = `-H "ApiKey: $KEY" -H "Content-Type: application/json"`;

function create(origin: string, projectId: string): string {
  return `curl ${origin}/api/alert-severity \\
  ${headers} \\
  -d '{"data": {"projectId": "${projectId}",
                "name": "Look today", "color": "#5b8def"}}'`;
}

function list(origin: string): string {
  return `curl ${origin}/api/alert-severity/get-list \\
  ${headers} \\
  -d '{"query": {"name": {"_type": "StartsWith", "value": "Look"}},
       "select": {"name": true, "order": true}}'`;
}

function update(origin: string): string {
  return `curl -X PUT ${origin}/api/alert-severity/ID \\
  ${headers} \\
  -d '{"data": {"color": "#4f46e5"}}'`;
}
