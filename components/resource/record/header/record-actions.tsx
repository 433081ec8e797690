import { Copy, CopyPlus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RecordProps } from "@/components/resource/record-props";
import { ButtonLink } from "@/components/ui/button";
import { ActionsMenu } from "@/components/ui/overlay/actions-menu";
import { MenuItem } from "@/components/ui/overlay/menu-parts";
import { copyWithToast } from "@/components/ui/toast/toast";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Right } from "@/lib/schema/resource";
import { DeleteDialog } from "./delete-dialog";
import { useRecordNames } from "./record-heading";

interface Props extends RecordProps {
  /** Buttons before the others. */
  readonly children?: ReactNode;
}

/**
 * The actions on a record. Actions that the resource lacks or the user may not perform are hidden.
 */
export function RecordActions({ resource, record, children }: Props) {
  const { name, title } = useRecordNames(resource, record);
  const context = useProject();
  const [isDeleting, setDeleting] = useState(false);
  const id = String(record._id);
  const may = (right: Right) =>
    resource.operations.includes(right === "read" ? "get" : right) &&
    mayUse(context, resource, right);
  const at = `${context.base}/${resource.path}`;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      {children}
      {may("update") && <ButtonLink href={`${at}/${id}/edit`}>Edit</ButtonLink>}
      <ActionsMenu label="More actions">
        {may("create") && (
          <MenuItem icon={<CopyPlus size={14} aria-hidden />} href={`${at}/new?from=${id}`}>
            Duplicate
          </MenuItem>
        )}
        <MenuItem icon={<Copy size={14} aria-hidden />} onAction={() => void copyWithToast(id)}>
          Copy id
        </MenuItem>
        {may("delete") && (
          <MenuItem
            isDanger
            icon={<Trash2 size={14} aria-hidden />}
            onAction={() => setDeleting(true)}
          >
            Delete…
          </MenuItem>
        )}
      </ActionsMenu>
      {isDeleting && (
        <DeleteDialog
          {...{ resource, record }}
          name={name === title ? name : `${name} ${title}`}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}
