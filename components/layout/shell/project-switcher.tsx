"use client";

import { ChevronsUpDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import { useProject } from "@/lib/client/project/project";

/** Shows the current project and links to the others. */
export function ProjectSwitcher() {
  const { me, project } = useProject();
  return (
    <Menu
      label="Projects"
      button={
        <Button look="quiet" size="small" className="min-w-0 max-w-48 shrink text-ink-strong!">
          <bdi className="truncate">{project.name}</bdi>
          <ChevronsUpDown size={12} aria-hidden className="shrink-0 text-ink-muted" />
          <span className="sr-only">, change project</span>
        </Button>
      }
    >
      <MenuSection title="Projects">
        {me.projects.map(({ _id, name, slug }) => (
          <MenuItem key={_id} id={_id} href={`/p/${slug}`} text={name}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}
