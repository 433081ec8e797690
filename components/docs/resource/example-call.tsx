import { CodeBlock } from "@/components/docs/code-block";
import { curlCommand } from "@/components/docs/curl";
import type { DocumentedCall } from "@/components/docs/documented-call";

interface ExampleCallProps {
  call: DocumentedCall;
  origin: string;
  reply: unknown;
}

/** Shows one call that works as it is, with its response. */
export function ExampleCall({ call, origin, reply }: ExampleCallProps) {
  const [spelling] = call.routes.filter(({ method }) => method === "POST");
  if (!spelling) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <CodeBlock
        name={`${call.verb}: request`}
        code={curlCommand(`${origin}${spelling.path}`, spelling.method, call.example)}
      />
      <CodeBlock name={`${call.verb}: reply`} code={JSON.stringify(reply, null, 2)} />
    </div>
  );
}
