import { type ReactElement, type SyntheticEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { KeyboardKey } from "./keyboard-key";

interface Position {
  readonly left: number;
  readonly top: number;
  readonly isAbove: boolean;
}

interface Props {
  readonly text: string;
  readonly shortcut?: string;
  readonly children: ReactElement;
}

/**
 * Shows a few words next to a control on hover and focus. Escape hides them. The words must be
 * known without the tooltip too (a label, or text on the page).
 */
export function Tooltip({ text, shortcut, children }: Props) {
  const [place, setPlace] = useState<Position>();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (event: SyntheticEvent, afterMs: number) => {
    const control = event.currentTarget.firstElementChild;
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => control && setPlace(positionBeside(control)), afterMs);
  };
  const hide = () => {
    clearTimeout(waiting.current);
    setPlace(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the control inside.
    <span
      className="contents"
      onPointerEnter={(event) => event.pointerType === "mouse" && show(event, 500)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(event, 0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {place &&
        createPortal(
          <span
            role="tooltip"
            className="pointer-events-none fixed z-50 flex max-w-72 items-center gap-2 rounded-sm bg-ink-strong px-2 py-1 text-12 text-surface shadow-lg"
            style={{
              left: place.left,
              top: place.top,
              transform: `translate(-50%, ${place.isAbove ? "-100%" : "0"})`,
            }}
          >
            {text}
            {shortcut !== undefined && <KeyboardKey>{shortcut}</KeyboardKey>}
          </span>,
          document.body,
        )}
    </span>
  );
}

function positionBeside(control: Element): Position {
  const { left, width, top, bottom } = control.getBoundingClientRect();
  const isAbove = bottom > window.innerHeight - 48;
  const center = Math.min(Math.max(left + width / 2, 60), window.innerWidth - 60);
  return { left: center, top: isAbove ? top - 6 : bottom + 6, isAbove };
}
