import { CodeBlock } from "@/components/docs/code-block";
import type { CallResult } from "./send-call";

/** Shows the response of a call. */
export function ReplyView({ reply }: { reply: CallResult }) {
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
