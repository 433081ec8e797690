import { type FormEvent, useState } from "react";
import { wallTimeToInstant } from "@/components/fields/date/wall-time";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/form/text-field";
import { Popover } from "@/components/ui/overlay/popover";
import { useClock } from "@/lib/client/device/clock";

/** Asks for a time in the chosen zone. `onJump` gets the instant. */
export function JumpTo({ onJump }: { readonly onJump: (time: string) => void }) {
  const { zone } = useClock();
  const [isOpen, setOpen] = useState(false);
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wall = String(new FormData(event.currentTarget).get("time") ?? "");
    const instant = wallTimeToInstant(wall, zone);
    if (Number.isNaN(Date.parse(instant))) return;
    onJump(instant);
    setOpen(false);
  };
  return (
    <Popover
      label="Jump to a time"
      isOpen={isOpen}
      onOpenChange={setOpen}
      button={
        <Button size="small" look="quiet">
          Jump to…
        </Button>
      }
    >
      <form onSubmit={jump} className="grid gap-3">
        <TextField
          label="Time"
          description={`In ${zone.replaceAll("_", " ")}.`}
          type="datetime-local"
          name="time"
          step={1}
          required
        />
        <Button type="submit" look="primary">
          Jump
        </Button>
      </form>
    </Popover>
  );
}
