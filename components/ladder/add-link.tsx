import { ButtonLink } from "@/components/ui/button";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  /** Values of the new record, by column. */
  readonly values: Readonly<Record<string, string>>;
  /** The verb and its object. */
  readonly children: string;
  /** The record that gets the new one, for screen readers. */
  readonly to?: string;
}

/**
 * Link to the form of a new record with some values filled in. Renders nothing for a user who may
 * not create such records.
 *
 * @example <AddLink resource={rule} values={{ onCallDutyPolicyId: id }}>Add rule</AddLink>
 */
export function AddLink({ resource, values, children, to }: Props) {
  const context = useProject();
  if (!mayUse(context, resource, "create")) return null;
  const href = `${context.base}/${resource.path}/new?${new URLSearchParams(values)}`;
  return (
    <ButtonLink size="small" href={href} className="w-fit">
      {children}
      {to !== undefined && <span className="sr-only"> to {to}</span>}
    </ButtonLink>
  );
}
