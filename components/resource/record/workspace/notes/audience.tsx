import { Lock, Megaphone } from "lucide-react";

interface Props {
  readonly isPublic: boolean;
  readonly onChange: (isPublic: boolean) => void;
}

/** Chooses between an internal and a public note. */
export function Audience({ isPublic, onChange }: Props) {
  return (
    <fieldset className="flex" aria-label="Readers of the note">
      {choices.map(({ value, title, Icon }) => (
        <label
          key={title}
          className="inline-flex h-7 cursor-pointer items-center gap-1.5 border border-line-strong px-2 text-12 text-ink-muted first:rounded-l-sm last:rounded-r-sm last:border-l-0 has-checked:bg-surface-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:font-medium has-checked:text-ink-strong pointer-coarse:h-11 pointer-coarse:px-3"
        >
          <input
            type="radio"
            name="audience"
            checked={isPublic === value}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          <Icon size={12} aria-hidden />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

const choices = [
  { value: false, title: "Internal", Icon: Lock },
  { value: true, title: "Public", Icon: Megaphone },
] as const;
