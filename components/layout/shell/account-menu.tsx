import { useSignOut } from "@/components/auth/use-sign-out";
import { Button } from "@/components/ui/button";
import { initialsOf } from "@/components/ui/glyphs/initials";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import { mayUse, useProject } from "@/lib/client/project/project";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import type { Resource } from "@/lib/schema/resource";

/** Menu of the current user: name, settings and sign-out. */
export function AccountMenu() {
  const context = useProject();
  const { me, base } = context;
  const may = (resource: Resource) => mayUse(context, resource, "read");
  const signOut = useSignOut();
  return (
    <Menu
      label="Account"
      placement="bottom end"
      button={
        <Button look="quiet" size="small" className="px-1!">
          <span
            aria-hidden="true"
            className="grid size-6 place-items-center rounded-full bg-ink-strong font-medium text-12 text-surface"
          >
            {initialsOf(me.name)}
          </span>
          <span className="sr-only">
            Account of <bdi>{me.name}</bdi>
          </span>
        </Button>
      }
    >
      <MenuItem href="/account" text={me.name}>
        <span className="grid">
          <bdi className="text-ink-strong">{me.name}</bdi>
          <span className="truncate text-12 text-ink-muted">{me.email}</span>
        </span>
      </MenuItem>
      <MenuSeparator />
      {may(member) && <MenuItem href={`${base}/people`}>People of this project</MenuItem>}
      {may(apiKey) && <MenuItem href={`${base}/keys`}>API keys</MenuItem>}
      <MenuItem href="/docs">API documentation</MenuItem>
      <MenuSeparator />
      <MenuItem onAction={signOut}>Sign out</MenuItem>
    </Menu>
  );
}
