import { Badge } from "@/components/ui/badge";
import { splitPermissions } from "./granting";

/** Shows the roles by name and the number of single permissions. Lists all of them on demand. */
export function PermissionList({ permissions }: { readonly permissions: readonly string[] }) {
  const { roles, singles } = splitPermissions(permissions);
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-1.5">
      {roles.map((role) => (
        <Badge key={role} tone={role === "Project Owner" ? "info" : "neutral"}>
          {role}
        </Badge>
      ))}
      {singles.length > 0 &&
        singles.length <= 2 &&
        singles.map((title) => <Badge key={title}>{title}</Badge>)}
      {singles.length > 2 && (
        <details className="min-w-0 text-12">
          <summary className="cursor-pointer text-ink-muted hover:text-ink-strong pointer-coarse:py-3">
            {singles.length} permissions
          </summary>
          <ul className="grid gap-0.5 pt-1 text-ink">
            {singles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
