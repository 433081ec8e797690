import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorMessage } from "./error-message";

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/**
 * Shows why a part of a page could not be read, with a button that reads it again. The focus then
 * moves to the section, tab or dialog around it, because the button disappears.
 *
 * @example {error && !data && <PartError error={error} onRetry={() => void refetch()} />}
 */
export function PartError({ error, onRetry }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const retry = () => {
    const around = place.current?.closest<HTMLElement>(surroundings);
    if (around && !around.hasAttribute("tabindex")) around.tabIndex = -1;
    around?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <div
      ref={place}
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-13"
    >
      <p className="text-danger">
        <ErrorMessage error={error} />
      </p>
      <Button size="small" onPress={retry}>
        Try again
      </Button>
    </div>
  );
}

const surroundings = "section, [role=tabpanel], [role=dialog], [role=alertdialog], main";
