import { Suspense, useId, useState } from "react";
import { FieldError } from "@/components/ui/form/field-frame";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { SkeletonLines } from "@/components/ui/skeleton";
import { classes, styles } from "@/components/ui/styles";
import { type Role, roles } from "@/lib/schema/permission-titles";
import { addToRole, grantableTitles, roleDescriptions, splitPermissions } from "./granting";

const PermissionMatrix = lazyWithRetry(
  async () => (await import("./permission-matrix")).PermissionMatrix,
);

interface Props {
  /** Roles and titles, as the API takes them. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Permissions of the grantor. Nothing else can be chosen. */
  readonly granter: readonly string[];
  readonly error?: string | undefined;
}

/**
 * Input for a role, for single permissions of the reference, or for a role and additional
 * permissions.
 */
export function PermissionPicker({ value, onChange, granter, error }: Props) {
  const id = useId();
  const { roles: held, singles } = splitPermissions(value);
  const [isSingle, setSingle] = useState(held.length === 0 && singles.length > 0);
  const may = grantableTitles(granter);
  const [role] = held;
  const isBySingles = role === undefined && (isSingle || singles.length > 0);
  const chooseRole = (chosen: Role) => {
    setSingle(false);
    onChange(addToRole(chosen, singles));
  };
  const chooseSingles = () => {
    setSingle(true);
    onChange(singles);
  };
  return (
    <fieldset aria-describedby={`${id}-error`} className="grid min-w-0 gap-3">
      <legend className={classes(styles.label, "mb-1")}>Permissions</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {roles.map((one) => (
          <Choice
            key={one}
            group={id}
            title={one}
            about={
              may.has(one)
                ? roleDescriptions[one]
                : "You do not have this role, so you cannot grant it."
            }
            isChosen={role === one}
            isDisabled={!may.has(one)}
            onChoose={() => chooseRole(one)}
          />
        ))}
        <Choice
          group={id}
          title="Single permissions"
          about="Choose permissions for each resource."
          isChosen={isBySingles}
          isDisabled={false}
          onChoose={chooseSingles}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
      {isBySingles && <Matrix {...{ value, onChange, may }} />}
      {role !== undefined && (
        <More key={role} count={singles.length}>
          <Matrix {...{ value, onChange, may }} />
        </More>
      )}
    </fieldset>
  );
}

function Choice(props: {
  readonly group: string;
  readonly title: string;
  readonly about: string;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: () => void;
}) {
  const { group, title, about, isChosen, isDisabled, onChoose } = props;
  const id = useId();
  return (
    <label
      className={classes(
        "grid grid-cols-[auto_1fr] content-start items-baseline gap-x-2.5 rounded-sm border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft",
        isDisabled ? "cursor-not-allowed" : "cursor-pointer",
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        aria-label={title}
        aria-describedby={id}
        className="size-4 self-center accent-accent"
      />
      <span
        className={classes(
          "font-medium text-13",
          isDisabled ? "text-ink-muted" : "text-ink-strong",
        )}
      >
        {title}
      </span>
      <span id={id} className="col-start-2 text-12 text-ink-muted">
        {about}
      </span>
    </label>
  );
}

/** Single permissions in addition to a role. Rarely needed, so collapsed until some are chosen. */
function More({ count, children }: { readonly count: number; readonly children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-13 text-ink-muted hover:text-ink-strong pointer-coarse:py-3">
        Additional permissions{count > 0 && ` (${count})`}
      </summary>
      <div className="pt-3">{isOpen && children}</div>
    </details>
  );
}

function Matrix(props: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly may: ReadonlySet<string>;
}) {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <PermissionMatrix {...props} />
    </Suspense>
  );
}
