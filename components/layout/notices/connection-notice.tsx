import { Button } from "@/components/ui/button";
import type { Trouble } from "@/lib/client/http/connection";

interface Props {
  readonly trouble: Trouble | undefined;
  readonly onRetry: () => void;
}

/**
 * Shows that the server is unreachable, what that means, and that requests are retried. It
 * stays in view while the page scrolls, and disappears when the server responds.
 */
export function ConnectionNotice({ trouble, onRetry }: Props) {
  return (
    <div role="status" aria-label="Connection" className="sticky top-0 z-20 md:top-11">
      {trouble && (
        <div
          data-notice
          className="flex h-(--notice) items-center gap-3 overflow-hidden border-warn border-b bg-surface-raised px-4 text-12 text-ink leading-[14px]"
        >
          <span className="min-w-0 lg:truncate">
            <strong className="font-medium text-warn">{words[trouble.kind].what}</strong>{" "}
            {words[trouble.kind].means}
          </span>
          <Button look="quiet" size="small" onPress={onRetry} className="ml-auto h-6! shrink-0">
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

const words: Readonly<Record<Trouble["kind"], { readonly what: string; readonly means: string }>> =
  {
    offline: {
      what: "You are offline.",
      means: "Nothing can be saved. This page may be old. Reconnecting…",
    },
    unreachable: {
      what: "The server does not answer.",
      means: "Nothing can be saved. This page may be old. Reconnecting…",
    },
    unavailable: {
      what: "The server is busy or restarting.",
      means: "This page may be out of date. Reconnecting…",
    },
  };
