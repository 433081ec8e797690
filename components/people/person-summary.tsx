import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { NameLine } from "@/components/ui/name-line";
import { useProject } from "@/lib/client/project/project";

interface Props {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly isDisabled: boolean;
  readonly isPending?: boolean;
  /** Further facts about the account. */
  readonly children?: ReactNode;
}

/**
 * The beginning of a row: the user's name, a badge for the current user or a disabled account, and
 * the address.
 */
export function PersonSummary(props: Props) {
  const { userId, name, email, isDisabled, isPending = false, children } = props;
  const { me } = useProject();
  return (
    <div className="min-w-0">
      <NameLine name={name}>
        {userId === me._id && <Badge>You</Badge>}
        {isPending && <Badge tone="warn">Pending</Badge>}
        {isDisabled && <Badge tone="danger">Disabled</Badge>}
      </NameLine>
      <p className="truncate text-12 text-ink-muted" title={email}>
        {email}
      </p>
      {children}
    </div>
  );
}
