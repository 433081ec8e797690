"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Sheet } from "@/components/ui/sheet";
import { classes } from "@/components/ui/styles";
import { usePlace } from "@/lib/client/project";
import { type Shortcuts, useShortcuts } from "@/lib/client/shortcuts";
import { BottomBar } from "./bottom-bar";
import { ConsoleBar } from "./console-bar";
import { openFind } from "./find";
import { FindPalette } from "./find-palette";
import { KeyboardSheet } from "./keyboard-sheet";
import { MemoryBanner } from "./memory-banner";
import { goTo } from "./places";
import { SessionEnded } from "./session-ended";
import { SideNav } from "./side-nav";

/** The side bar, the top bar and the page between them; on a phone a sheet and a bar at the bottom instead. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { base, me } = usePlace();
  const router = useRouter();
  const [open, setOpen] = useState<"menu" | "keys">();
  const letters: Shortcuts = Object.fromEntries(
    goTo.map(({ key, path }) => [`g ${key}`, () => router.push(base + path)]),
  );
  useShortcuts({ ...letters, "?": () => setOpen("keys"), "mod+k": openFind });
  const openWhen = (name: "menu" | "keys") => (isOpen: boolean) =>
    setOpen(isOpen ? name : undefined);
  return (
    <div
      className={classes(
        "grid min-h-dvh grid-cols-[minmax(0,1fr)] md:grid-cols-[14rem_minmax(0,1fr)]",
        // What the bars take of the height, for pages that fill the rest.
        me.database.inMemory
          ? "[--bars:72px] max-md:[--bars:128px]"
          : "[--bars:44px] max-md:[--bars:100px]",
      )}
    >
      <a
        href="#content"
        className="fixed top-1 left-1 z-50 -translate-y-20 rounded-sm bg-accent px-3 py-1.5 text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r bg-surface-sunken md:block">
        <SideNav />
      </aside>
      <div className="flex min-w-0 flex-col">
        <ConsoleBar onMenu={() => setOpen("menu")} onKeys={() => setOpen("keys")} />
        <MemoryBanner />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none max-md:pb-14">
          {children}
        </main>
      </div>
      <BottomBar onMenu={() => setOpen("menu")} />
      <Sheet isOpen={open === "menu"} onOpenChange={openWhen("menu")} label="Menu" side="left">
        <SideNav onFollow={() => setOpen(undefined)} />
      </Sheet>
      <KeyboardSheet isOpen={open === "keys"} onOpenChange={openWhen("keys")} />
      <FindPalette />
      <SessionEnded />
    </div>
  );
}
