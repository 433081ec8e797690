import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import type { ExportFormat } from "./export-list";

interface Props {
  /** Title of the menu: "Export all 1,284 as". */
  readonly title: string;
  readonly isDisabled?: boolean;
  /** An export is in progress. */
  readonly isPending: boolean;
  readonly onExport: (format: ExportFormat) => void;
}

/** Menu of export formats for a list or its selection. */
export function ExportMenu({ title, isDisabled = false, isPending, onExport }: Props) {
  return (
    <Menu
      label="Export"
      placement="top end"
      button={
        <Button look="quiet" size="small" {...{ isDisabled, isPending }}>
          <Download size={14} aria-hidden />
          <span className="max-md:sr-only">Export</span>
        </Button>
      }
    >
      <MenuSection title={title}>
        {formats.map(({ id, name }) => (
          <MenuItem key={id} onAction={() => onExport(id)}>
            {name}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}

const formats: readonly { readonly id: ExportFormat; readonly name: string }[] = [
  { id: "csv", name: "CSV, with names" },
  { id: "csv-ids", name: "CSV, with ids" },
  { id: "json", name: "JSON" },
  { id: "ndjson", name: "NDJSON" },
];
