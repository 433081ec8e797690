import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** A field that another user changed as well. */
export interface ConflictField {
  readonly label: string;
  readonly value: ReactNode;
  readonly onTake: () => void;
}

/**
 * Shows the other version of the fields that both users changed, next to the user's input. Saving
 * again overwrites it with the user's version.
 *
 * @example <ConflictNotice what="key" fields={[{ label: "Name", value: "Deploys", onTake: () => … }]} />
 */
export function ConflictNotice(props: {
  readonly what: string;
  readonly fields: readonly ConflictField[];
}) {
  return (
    <div role="alert" className="grid gap-2 border-warn border-l-2 pl-3 text-13">
      <p>
        Another user changed this {props.what} while you were editing. Nothing is saved, and your
        version is still here. Use their version, or overwrite it with yours.
      </p>
      <ul className="grid gap-2">
        {props.fields.map(({ label, value, onTake }) => (
          <li key={label} className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <span className="text-ink-muted">{label} is now</span>
            <div className="wrap-anywhere min-w-0 flex-1 text-ink-strong">{value}</div>
            <Button size="small" onPress={onTake} aria-label={`Use their version: ${label}`}>
              Use their version
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
