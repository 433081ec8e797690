"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useClock } from "@/lib/client/clock";
import type { OneTimeLink } from "@/lib/client/people";
import { fullTime } from "@/lib/client/times";
import { ShownOnce } from "./shown-once";

interface Props {
  readonly title: string;
  readonly label: string;
  /** Whom to give the link to, and what they do with it. */
  readonly text: string;
  readonly made: OneTimeLink;
  readonly onClose: () => void;
}

/** A link that was just made, to be copied and passed on by hand. Nothing but its button closes it. */
export function LinkDialog({ title, label, text, made, onClose }: Props) {
  const { zone } = useClock();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      actions={
        <Button look="primary" onPress={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{text}</p>
        <ShownOnce label={label} value={new URL(made.link, window.location.href).href} />
        <p className="text-13 text-ink-muted">
          It works once, until {fullTime(made.expiresAt, zone)}. Whoever has it can use it, and it
          is not shown again.
        </p>
      </div>
    </Dialog>
  );
}
