import { Button } from "@/components/ui/button";
import type { Role } from "@/lib/schema/permission-titles";
import { equivalentRole } from "./granting";

/** Shows the number of chosen permissions, and the role that equals them, if there is one. */
export function SelectionSummary(props: {
  readonly singles: readonly string[];
  readonly may: ReadonlySet<string>;
  readonly hasRole: boolean;
  readonly onRole: (role: Role) => void;
}) {
  const { singles, may, hasRole, onRole } = props;
  const role = hasRole ? undefined : equivalentRole(singles);
  return (
    <div role="status" className="flex min-h-7 flex-wrap items-center gap-2 text-12 text-ink-muted">
      {singles.length === 1 ? "1 permission chosen." : `${singles.length} permissions chosen.`}
      {role !== undefined && (
        <>
          <span className="text-ink-strong">
            These permissions are the same as the role {role}.
          </span>
          {may.has(role) && (
            <Button size="small" onPress={() => onRole(role)}>
              Use the role
            </Button>
          )}
        </>
      )}
    </div>
  );
}
