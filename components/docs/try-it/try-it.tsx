import { type SubmitEvent, useId, useState } from "react";
import { CodeBlock } from "@/components/docs/code-block";
import { curlCommand } from "@/components/docs/curl";
import { browserRoute, type DocumentedCall } from "@/components/docs/documented-call";
import { BodyEditor } from "./body-editor";
import { RequestFields } from "./request-fields";
import { type CallResult, sendCall } from "./send-call";

interface TryItProps {
  calls: readonly DocumentedCall[];
  /** Origin in the command for a terminal. The form itself sends to the server of this page. */
  origin: string;
  /** Ids in the examples, until a response names ids of this deployment. */
  exampleIds: { readonly record: string; readonly project: string };
}

type Outcome = CallResult | "sending" | "unreachable" | undefined;

/** Sends a call from the page, and shows the same call as a command and the response. */
export function TryIt({ calls, origin, exampleIds }: TryItProps) {
  const [operation, setOperation] = useState(calls[0]?.operation ?? "");
  const [key, setKey] = useState("");
  const [id, setId] = useState("");
  const [projectId, setProjectId] = useState(exampleIds.project);
  const [bodies, setBodies] = useState<Readonly<Record<string, string>>>({});
  const [outcome, setOutcome] = useState<Outcome>();
  const formId = useId();
  const call = calls.find((one) => one.operation === operation);
  const spelling = call && browserRoute(call);
  if (!call || !spelling) return null;
  const path = spelling.path.replace(":id", encodeURIComponent(id.trim()) || ":id");
  const example = call.example
    ?.replaceAll(exampleIds.record, id.trim() || exampleIds.record)
    .replaceAll(exampleIds.project, projectId);
  const body = example === undefined ? undefined : (bodies[operation] ?? example);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setOutcome("sending");
    const show = (shown: CallResult) => {
      if (shown.recordId !== undefined) setId(shown.recordId);
      if (shown.projectId !== undefined) setProjectId(shown.projectId);
      setOutcome(shown);
    };
    sendCall({ ...spelling, path }, key.trim(), body).then(show, () => setOutcome("unreachable"));
  };
  return (
    <div className="grid min-w-0 items-start gap-x-8 gap-y-6 xl:grid-cols-2">
      <form aria-labelledby="try-it" className="grid min-w-0 gap-4" onSubmit={submit}>
        <RequestFields
          formId={formId}
          keyText={key}
          onKey={setKey}
          calls={calls}
          operation={operation}
          onOperation={setOperation}
          id={spelling.path.includes(":id") ? id : undefined}
          onId={setId}
        />
        {body !== undefined && (
          <BodyEditor
            body={body}
            onChange={(text) => setBodies({ ...bodies, [operation]: text })}
          />
        )}
        <p className="flex flex-wrap items-center gap-4">
          <button
            type="submit"
            disabled={outcome === "sending"}
            className="h-9 rounded-sm bg-accent px-4 font-semibold text-13 text-accent-ink disabled:opacity-60"
          >
            Send {spelling.method}
          </button>
          <span className="text-12 text-ink-muted">
            {isWrite(operation) && "This changes real records."}
          </span>
        </p>
      </form>
      <div className="grid min-w-0 gap-4">
        <CodeBlock
          name="The same with curl"
          code={curlCommand(origin + path, spelling.method, body)}
        />
        <div role="status" className="min-w-0">
          <OutcomeView outcome={outcome} />
        </div>
      </div>
    </div>
  );
}

function isWrite(operation: string): boolean {
  return !["list", "get", "count"].includes(operation);
}

function OutcomeView({ outcome }: { outcome: Outcome }) {
  if (outcome === undefined) return null;
  if (outcome === "sending") return <p className="text-ink-muted">Sending…</p>;
  if (outcome === "unreachable") {
    return (
      <p className="text-danger">
        The server did not respond. Check the server and your connection, then send again.
      </p>
    );
  }
  return <ReplyView reply={outcome} />;
}

/** Shows the response of a call. */
function ReplyView({ reply }: { reply: CallResult }) {
  const { status, statusText, milliseconds, headers, text } = reply;
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-13">
        <strong className={`font-semibold ${status < 400 ? "text-ok" : "text-danger"}`}>
          {status} {statusText}
        </strong>{" "}
        <span className="text-ink-muted tabular-nums">in {milliseconds.toFixed(0)} ms</span>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 font-mono text-12 leading-5">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {text !== "" && <CodeBlock name="Reply" code={text} />}
    </div>
  );
}
