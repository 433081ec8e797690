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
import type { ToastMessage } from "./toast";

/** The toasts to show, one after the other. */
export const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Shows the current toasts. The newest is at the bottom, within reach of a thumb. */
export function ToastRegionContent() {
  return (
    <ToastRegion
      queue={queue}
      className="fixed right-4 bottom-[calc(1rem+var(--save-bar,0px))] z-50 flex w-88 max-w-[calc(100vw-2rem)] flex-col-reverse gap-2 outline-none max-md:bottom-[calc(4rem+var(--save-bar,0px)+var(--action-bar,0px))]"
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className={classes(
            styles.floating,
            "flex items-start gap-3 p-3 pl-4",
            toast.content.tone === "danger" && "border-l-3 border-l-danger",
          )}
        >
          <ToastContent className="grid min-w-0 flex-1 gap-0.5 py-1">
            <Text slot="title" className="font-medium text-13 text-ink-strong">
              {toast.content.title}
            </Text>
            {toast.content.detail !== undefined && (
              <Text slot="description" className="wrap-anywhere text-13 text-ink-muted">
                {toast.content.detail}
              </Text>
            )}
          </ToastContent>
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
        </AriaToast>
      )}
    </ToastRegion>
  );
}
