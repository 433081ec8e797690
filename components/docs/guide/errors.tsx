import { CodeBlock } from "@/components/docs/code-block";
import { DataTable } from "@/components/docs/data-table";
import { Code, Prose, Section } from "@/components/docs/section";
import type { ErrorCode } from "@/lib/errors";

interface ErrorsProps {
  /** Every error code with its status and title, as the API returns them. */
  problems: Readonly<Record<ErrorCode, { readonly status: number; readonly title: string }>>;
}

/** Shows the format of an error, and what to do about each code. */
export function Errors({ problems }: ErrorsProps) {
  const codes = Object.keys(problems) as ErrorCode[];
  const ordered = codes.sort((one, other) => problems[one].status - problems[other].status);
  return (
    <Section id="errors" title="Errors">
      <Prose>
        A success is 200. Everything else is a problem document (RFC 9457, type{" "}
        <Code>application/problem+json</Code>). Decide by <Code>code</Code>, show{" "}
        <Code>detail</Code> to people, and quote <Code>requestId</Code> when you ask for help. A 400
        lists every fault at once, each with a JSON pointer into your body. A 403 says what was
        tried (<Code>refused</Code>), the permission that is <Code>missing</Code>, and all that
        would do (<Code>sufficient</Code>).
      </Prose>
      <CodeBlock name="Error response" code={example} />
      <DataTable
        caption="Error codes"
        columns={["Code", "Status", "What to do"]}
        rows={ordered.map((code) => ({
          key: code,
          id: `error-${code}`,
          cells: [
            <code key="code" className="font-mono text-12">
              {code}
            </code>,
            <span key="status" className="tabular-nums">
              {problems[code].status}
            </span>,
            remedies[code],
          ],
        }))}
      />
    </Section>
  );
}

const example = `{
  "type": "/docs#error-validation",
  "title": "Invalid request",
  "status": 400,
  "detail": "color must be a color of the form #RRGGBB, such as #1f6feb.",
  "code": "validation",
  "requestId": "6f0b1c52-3f0e-4a57-9f0e-0c7c7c3b8a11",
  "message": "color must be a color of the form #RRGGBB, such as #1f6feb.",
  "errors": [{
    "pointer": "/data/color",
    "field": "color",
    "message": "color must be a color of the form #RRGGBB, such as #1f6feb."
  }]
}`;

const remedies: Readonly<Record<ErrorCode, string>> = {
  validation: "Correct what errors names, then send it again.",
  query_too_expensive: "The query searches too much. Narrow it by an indexed field or a date.",
  page_too_large: "Send the limit that errors names, select fewer fields, or page with cursor.",
  unauthenticated: "Send a key that exists, has not expired and was not revoked.",
  other_user:
    "Only for sessions of the console: another user is signed in than X-Expected-User names. Reload the page.",
  forbidden: "Ask for the permission that missing names.",
  confirmation_required:
    "Only for sessions of the console: send the password to /api/auth/confirm, then repeat the request.",
  not_found: "Check the path and the id. Records of other projects are not found either.",
  method_not_allowed: "Use a method that the header Allow lists.",
  conflict: "Something is taken or in use, or an idempotency key came with another body.",
  project_being_deleted:
    "The project was deleted and its records are still being removed. Wait, or use another project.",
  precondition_failed: "The record changed after you read it. Read it again, then decide.",
  payload_too_large: "Send less at once.",
  unsupported_media_type: "Send Content-Type: application/json, without Content-Encoding.",
  too_many_requests: "Wait as many seconds as Retry-After says.",
  internal: "Try again. If it fails again, give the requestId to the operator.",
  unavailable: "The server is busy or closing. Wait as Retry-After says, then send it again.",
};
