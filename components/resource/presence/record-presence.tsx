import { initialsOf } from "@/components/ui/glyphs/initials";
import type { PresentUser } from "@/lib/contract/events";
import { usePresence } from "./use-presence";

interface Props {
  /** The path of the record's resource. */
  readonly path: string;
  readonly id: string;
}

/** Number of users shown by initials. The others are counted. */
const mostShown = 4;

/** The initials of the other users who view or edit a record. As high as a line of text. */
export function RecordPresence({ path, id }: Props) {
  const users = usePresence(path, id);
  if (users.length === 0) return null;
  const rest = users.length - mostShown;
  return (
    <ul aria-label="Also here" className="flex h-4 items-center gap-1">
      {users.slice(0, mostShown).map((one) => (
        <Initials key={one.userId} user={one} />
      ))}
      {rest > 0 && <li className="text-12 text-ink-muted">and {rest} more</li>}
    </ul>
  );
}

function Initials({ user: { name, mode } }: { readonly user: PresentUser }) {
  const text = `${name} is ${mode}`;
  const look =
    mode === "editing" ? "bg-accent text-accent-ink" : "bg-surface-sunken text-ink-strong";
  return (
    <li
      title={text}
      className={`grid size-5 place-items-center rounded-full font-medium text-[10px] ${look}`}
    >
      <span aria-hidden>{initialsOf(name)}</span>
      <span className="sr-only">{text}</span>
    </li>
  );
}
