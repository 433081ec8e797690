"use client";

import { goToShortcuts } from "@/components/layout/nav/nav-groups";
import { KeyboardKey } from "@/components/ui/keyboard-key";
import { Dialog } from "@/components/ui/overlay/dialog";
import { mayRead, useProject } from "@/lib/client/project/project";

/** Lists every keyboard shortcut of this user. */
export function KeyboardSheet({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const context = useProject();
  const open = goToShortcuts.filter(({ resource }) => !resource || mayRead(context, resource));
  const goToKeys = open.map(({ key, name }) => ({ press: ["g", key], does: name }));
  const [everywhere, ...more] = sheet;
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Keyboard" width="wide">
      <section
        aria-label="Keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: content longer than the screen is scrolled by keys too
        tabIndex={0}
        className="grid gap-x-10 gap-y-5 sm:grid-cols-2"
      >
        {[everywhere, { title: "Go to", keys: goToKeys }, ...more].map(({ title, keys }) => (
          <section key={title}>
            <h3 className="pb-1 font-medium text-12 text-ink-muted">{title}</h3>
            <dl className="grid">
              {keys.map(({ press, does }) => (
                <div
                  key={does}
                  className="flex items-center justify-between gap-4 border-line border-b py-1 text-13"
                >
                  <dt>{does}</dt>
                  <dd className="flex gap-1">
                    {press.map((key) => (
                      <KeyboardKey key={key}>{key}</KeyboardKey>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}

const sheet = [
  {
    title: "Everywhere",
    keys: [
      { press: ["⌘", "K"], does: "Find anything (Ctrl K)" },
      { press: ["?"], does: "This sheet" },
      { press: ["t"], does: "Next clock: UTC, this device, a zone" },
      { press: ["["], does: "Fold the side bar" },
      { press: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    title: "In a list",
    keys: [
      { press: ["j"], does: "Next record (or ↓)" },
      { press: ["k"], does: "Record before (or ↑)" },
      { press: ["Enter"], does: "Open it" },
      { press: ["o"], does: "Open it in a new tab" },
      { press: ["Space"], does: "Peek at it" },
      { press: ["e"], does: "Edit it" },
      { press: ["←", "→"], does: "Go to a cell of it" },
      { press: ["e"], does: "In a cell: change it there (or Enter)" },
      { press: ["x"], does: "Select it" },
      { press: ["⇧", "x"], does: "Select up to it" },
      { press: ["/"], does: "Search this list" },
      { press: ["f"], does: "Filter" },
      { press: ["n"], does: "New record" },
    ],
  },
] as const;
