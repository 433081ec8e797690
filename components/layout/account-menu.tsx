"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-parts";
import { notify } from "@/components/ui/toast";
import { call } from "@/lib/client/api";
import { explain } from "@/lib/client/problem";
import { usePlace } from "@/lib/client/project";

/** Who is signed in, their own settings, and the way out. */
export function AccountMenu() {
  const { me, base } = usePlace();
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => call("POST", "/api/auth/sign-out"),
    onSuccess: () => {
      client.clear();
      sessionStorage.clear();
      window.location.assign("/sign-in");
    },
    onError: (error) =>
      notify({ title: "You are still signed in", detail: explain(error), tone: "danger" }),
  });
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
          <span className="sr-only">Account of {me.name}</span>
        </Button>
      }
    >
      <MenuItem href="/account" text={me.name}>
        <span className="grid">
          <span className="text-ink-strong">{me.name}</span>
          <span className="truncate text-12 text-ink-muted">{me.email}</span>
        </span>
      </MenuItem>
      <MenuLine />
      <MenuItem href={`${base}/member`}>People of this project</MenuItem>
      <MenuItem href={`${base}/api-key`}>API keys</MenuItem>
      <MenuItem href="/docs">API documentation</MenuItem>
      <MenuLine />
      <MenuItem onAction={() => signOut.mutate()}>Sign out</MenuItem>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? "")
    .join("");
}
