import type { DocumentedCall } from "@/components/docs/documented-call";

interface SettingFieldsProps {
  formId: string;
  keyText: string;
  onKey: (key: string) => void;
  calls: readonly DocumentedCall[];
  operation: string;
  onOperation: (operation: string) => void;
  /** Undefined when the call names no record. */
  id: string | undefined;
  onId: (id: string) => void;
}

/** Inputs for the key, the operation and the record. */
export function RequestFields({ formId, calls, id, ...rest }: SettingFieldsProps) {
  return (
    <>
      <div className="grid gap-1">
        <label htmlFor={`${formId}-key`} className="text-12 text-ink-muted">
          API key
        </label>
        <input
          id={`${formId}-key`}
          type="password"
          value={rest.keyText}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${formId}-key-help`}
          onChange={(event) => rest.onKey(event.target.value)}
          className={input}
        />
        <p id={`${formId}-key-help`} className="text-12 text-ink-muted">
          The key is kept only in this page.
        </p>
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${formId}-operation`} className="text-12 text-ink-muted">
          Operation
        </label>
        <select
          id={`${formId}-operation`}
          value={rest.operation}
          onChange={(event) => rest.onOperation(event.target.value)}
          className={input}
        >
          {calls.map(({ operation, verb }) => (
            <option key={operation} value={operation}>
              {verb}
            </option>
          ))}
        </select>
      </div>
      {id !== undefined && (
        <div className="grid gap-1">
          <label htmlFor={`${formId}-id`} className="text-12 text-ink-muted">
            Record id (_id)
          </label>
          <input
            id={`${formId}-id`}
            value={id}
            required
            placeholder="Send List to fill in its first record"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => rest.onId(event.target.value)}
            className={`${input} font-mono`}
          />
        </div>
      )}
    </>
  );
}

const input =
  "h-9 w-full min-w-0 rounded-sm border border-line-strong bg-surface-raised px-2 text-13 text-ink-strong";
