import { usePathname } from "next/navigation";
import { goToShortcuts } from "@/components/layout/nav/nav-groups";
import { resourceInPath } from "@/components/layout/nav/record-in-path";
import { CommandKey, KeyboardKey } from "@/components/ui/keyboard-key";
import { Dialog } from "@/components/ui/overlay/dialog";
import { mayRead, mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import { resources } from "@/lib/resources/index";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists every keyboard shortcut of this user; in a list, those that do something there. */
export function KeyboardSheet({ isOpen, onClose }: Props) {
  const context = useProject();
  const path = usePathname();
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
              {keys.filter(mayPress(context, path)).map(({ press, does }) => (
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

interface Shortcut {
  readonly press: readonly string[];
  readonly does: string;
  /** The right to what it does. */
  readonly right?: "create" | "update";
}

/** Returns whether the user may do what a shortcut does: in the list of the page, else in any list. */
function mayPress(context: ProjectContext, path: string) {
  const here = resourceInPath(path, context.base);
  const lists = here ? [here] : [...resources.values()];
  return ({ right }: Shortcut) =>
    right === undefined ||
    lists.some((one) => one.operations.includes(right) && mayUse(context, one, right));
}

interface Part {
  readonly title: string;
  readonly keys: readonly Shortcut[];
}

const sheet: readonly [Part, ...Part[]] = [
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
      { press: ["e"], does: "Edit the record", right: "update" },
      { press: ["←", "→"], does: "Move between cells" },
      { press: ["e"], does: "Edit the focused cell (or Enter)", right: "update" },
      { press: ["x"], does: "Select the record" },
      { press: ["⇧", "x"], does: "Select a range" },
      { press: ["/"], does: "Search this list" },
      { press: ["f"], does: "Filter" },
      { press: ["n"], does: "New record", right: "create" },
    ],
  },
];
