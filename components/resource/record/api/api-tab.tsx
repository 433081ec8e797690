import { useState, useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/docs/code-block";
import type { RecordProps } from "@/components/resource/record-props";
import { Select } from "@/components/ui/form/select";
import { useProject } from "@/lib/client/project/project";
import { exampleCalls, type Language, languages, program } from "./example-calls";

/** The record as the API returns it, and the calls that read and change it in three languages. */
export function ApiTab({ resource, record }: RecordProps) {
  const origin = useSyncExternalStore(
    () => () => undefined,
    () => location.origin,
    () => "",
  );
  const { project } = useProject();
  const calls = exampleCalls(resource, { projectId: project._id, ...record });
  const [title, setTitle] = useState(calls[0]?.title ?? "");
  const [language, setLanguage] = useState<Language>("curl");
  const call = calls.find((one) => one.title === title) ?? calls[0];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap gap-3">
          <Select
            label="Call"
            choices={calls.map((one) => ({ value: one.title, text: one.title }))}
            value={title}
            onChange={setTitle}
            className="w-44"
          />
          <Select
            label="Language"
            choices={languages.map((one) => ({ value: one, text: one }))}
            value={language}
            onChange={setLanguage}
            className="w-44"
          />
        </div>
        {call && (
          <CodeBlock name={`${call.method} ${call.path}`} code={program(language, origin, call)} />
        )}
        <p className="text-12 text-ink-muted">
          The key comes from the environment variable TOCSIN_KEY. Make one under Settings, API keys;
          your session is never part of a call.
        </p>
      </section>
      <CodeBlock name="The record as JSON" code={JSON.stringify(record, null, 2)} />
    </div>
  );
}
