import { type PointerEvent, type ReactNode, useRef } from "react";

interface Props {
  /** Called once a finger has pushed the content aside. */
  readonly onAway: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

/** How far a finger pushes before the content goes, in pixels. */
const awayPx = 80;

/** Content that a finger can push aside. The page still scrolls up and down under it. */
export function Swipeable({ onAway, className, children }: Props) {
  const start = useRef<number>(undefined);
  const show = ({ currentTarget }: PointerEvent<HTMLElement>, distance: number) => {
    currentTarget.style.translate = `${distance}px`;
    currentTarget.style.opacity = `${Math.max(0.3, 1 - Math.abs(distance) / (3 * awayPx))}`;
  };
  const distanceOf = ({ clientX }: PointerEvent) => clientX - (start.current ?? clientX);
  const end = (event: PointerEvent<HTMLElement>) => {
    const isAway = event.type === "pointerup" && Math.abs(distanceOf(event)) >= awayPx;
    start.current = undefined;
    if (isAway) onAway();
    else show(event, 0);
  };
  return (
    <div
      className={`touch-pan-y ${className}`}
      onPointerDown={({ pointerType, clientX }) => {
        if (pointerType === "touch") start.current = clientX;
      }}
      onPointerMove={(event) => start.current !== undefined && show(event, distanceOf(event))}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {children}
    </div>
  );
}
