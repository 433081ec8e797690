import { Clock } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import { namedZone, useClock, zoneOf } from "@/lib/client/device/clock";
import { typedZone } from "./typed-zone";

/** Menu for the zone of every time on the page: this device's zone, UTC, or another. */
export function ClockMenu() {
  const { setting, zone, choose } = useClock();
  const [isChoosing, setChoosing] = useState(false);
  const own = namedZone(setting);
  const pick = (chosen: string) => (chosen === "other" ? setChoosing(true) : choose(chosen));
  return (
    <>
      <Menu
        label="Clock"
        placement="bottom end"
        button={
          <Button look="quiet" size="small">
            <Clock size={14} aria-hidden className="md:hidden" />
            <span className="max-md:sr-only">{shortName(zone)}</span>
            <span className="sr-only">, change time zone</span>
          </Button>
        }
      >
        <MenuSection title="Show times in" choose={{ chosen: setting, onChange: pick }}>
          <MenuItem id="utc">UTC</MenuItem>
          <MenuItem id="local" text="This device">
            This device ({shortName(zoneOf("local"))})
          </MenuItem>
          {own !== undefined && <MenuItem id={own}>{shortName(own)}</MenuItem>}
          <MenuItem id="other">Other time zone…</MenuItem>
        </MenuSection>
      </Menu>
      <ZoneDialog isOpen={isChoosing} onClose={() => setChoosing(false)} onChoose={choose} />
    </>
  );
}

interface ZoneDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChoose: (zone: string) => void;
}

function ZoneDialog({ isOpen, onClose, onChoose }: ZoneDialogProps) {
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const chosen = typedZone(typed);
  const use = () => {
    setUnknown(chosen === undefined);
    if (chosen === undefined) return;
    onChoose(chosen);
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Choose a time zone"
      width="small"
      cancel={null}
      action={{ text: "Use time zone", isDisabled: typed.trim() === "", onPress: use }}
    >
      <TextField
        label="Time zone"
        list="zones"
        placeholder="Europe/Berlin"
        description="The name in the IANA time zone database."
        error={isUnknown ? "There is no such time zone." : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setUnknown(false);
        }}
        onKeyDown={(event) => event.key === "Enter" && use()}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Dialog>
  );
}

/** Returns the last part of a zone's name: "New York". */
export function shortName(zone: string): string {
  return zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
}
