import { X } from "lucide-react";
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { classes, styles } from "@/components/ui/styles";
import { Swipeable } from "./swipeable";
import type { ToastMessage } from "./toast";

/** The toasts to show, one after the other. */
export const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Shows the current toasts. The newest is at the bottom, within reach of a thumb. */
export function ToastRegionContent() {
  return (
    <ToastRegion
      queue={queue}
      className="fixed right-4 bottom-[calc(1rem+var(--bottom-bar,0px))] z-50 flex w-88 max-w-[calc(100vw-2rem)] flex-col-reverse gap-2 outline-none max-md:right-2 max-md:bottom-[calc(4rem+var(--bottom-bar,0px)+var(--action-bar,0px))] max-md:w-[calc(100vw-1rem)] max-md:max-w-none"
    >
      {({ toast }) => (
        <AriaToast toast={toast} className="outline-none">
          <Swipeable
            onAway={() => queue.close(toast.key)}
            className={classes(
              styles.floating,
              "flex items-start gap-3 p-3 pl-4 in-focus-visible:outline-2 max-md:items-center max-md:py-1.5 max-md:pr-1.5",
              toast.content.tone === "danger" && "border-l-3 border-l-danger",
            )}
          >
            <Message note={toast.content} />
            {toast.content.action && (
              <Button
                size="small"
                aria-label={`${toast.content.action.label}: ${toast.content.title}`}
                onPress={() => {
                  toast.content.action?.onPress();
                  queue.close(toast.key);
                }}
              >
                {toast.content.action.label}
              </Button>
            )}
            <IconButton label="Dismiss" onPress={() => queue.close(toast.key)}>
              <X size={14} aria-hidden />
            </IconButton>
          </Swipeable>
        </AriaToast>
      )}
    </ToastRegion>
  );
}

/** A message. On phones it covers little of the page, unless it reports a failure. */
function Message({ note: { title, detail, tone } }: { readonly note: ToastMessage }) {
  const isShort = tone !== "danger" && "max-md:line-clamp-2";
  return (
    <ToastContent className="grid min-w-0 flex-1 gap-0.5 py-1">
      <Text slot="title" className={classes("font-medium text-13 text-ink-strong", isShort)}>
        {title}
      </Text>
      {detail !== undefined && (
        <Text
          slot="description"
          className={classes("wrap-anywhere text-13 text-ink-muted", isShort)}
        >
          {detail}
        </Text>
      )}
    </ToastContent>
  );
}
