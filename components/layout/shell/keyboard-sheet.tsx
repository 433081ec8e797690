import { goToShortcuts } from "@/components/layout/nav/nav-groups";
import { CommandKey, KeyboardKey } from "@/components/ui/keyboard-key";
import { Dialog } from "@/components/ui/overlay/dialog";
import { mayRead, useProject } from "@/lib/client/project/project";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists every keyboard shortcut of this user. */
export function KeyboardSheet({ isOpen, onClose }: Props) {
  const context = useProject();
  const open = goToShortcuts.filter(({ resource }) => !resource || mayRead(context, resource));
  const goToKeys = open.map(({ key, name }) => ({ press: ["g", key], does: name }));
  const [everywhere, ...more] = sheet;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" width="wide">
      <section
        aria-label="Shortcuts"
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
                    {press.map((key) =>
                      key === "command" ? (
                        <CommandKey key={key} />
                      ) : (
                        <KeyboardKey key={key}>{key}</KeyboardKey>
                      ),
                    )}
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
      { press: ["command", "K"], does: "Find anything" },
      { press: ["?"], does: "Show this list" },
      { press: ["t"], does: "Next time zone: UTC, this device, the last one chosen" },
      { press: ["["], does: "Collapse the sidebar" },
      { press: ["Esc"], does: "Close the dialog or panel" },
    ],
  },
  {
    title: "In a list",
    keys: [
      { press: ["j"], does: "Next record (or ↓)" },
      { press: ["k"], does: "Previous record (or ↑)" },
      { press: ["Enter"], does: "Open the record" },
      { press: ["o"], does: "Open in a new tab" },
      { press: ["Space"], does: "Open in the side panel" },
      { press: ["e"], does: "Edit the record" },
      { press: ["←", "→"], does: "Move between cells" },
      { press: ["e"], does: "Edit the focused cell (or Enter)" },
      { press: ["x"], does: "Select the record" },
      { press: ["⇧", "x"], does: "Select a range" },
      { press: ["/"], does: "Search this list" },
      { press: ["f"], does: "Filter" },
      { press: ["n"], does: "New record" },
    ],
  },
] as const;
