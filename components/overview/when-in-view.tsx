import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";

interface Props {
  /** Takes the place of the children until they are rendered. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Renders its children once their place has been in the window, so that they load no data before. */
export function WhenInView({ fallback, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [wasInView, setInView] = useState(false);
  // The window is outside of React.
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setInView(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place}>
      {wasInView ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}
    </div>
  );
}
