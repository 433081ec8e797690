import { OneTimeDialog } from "@/components/ui/show-once/one-time-dialog";
import { OneTimeValue } from "@/components/ui/show-once/one-time-value";
import { showOnce } from "@/components/ui/show-once/show-once";
import { fullTime } from "@/lib/client/device/times";
import type { OneTimeLink } from "@/lib/contract/people";

interface Props {
  readonly title: string;
  readonly label: string;
  /** The receiver of the link, and its use. */
  readonly text: string;
  readonly made: OneTimeLink;
  /** The time zone in which the link's expiry is shown. */
  readonly zone: string;
  readonly onClose: () => void;
}

/** Shows a new link once, on whatever page the user is by then. */
export function showLink(link: Omit<Props, "onClose">): void {
  showOnce((close) => <LinkDialog {...link} onClose={close} />);
}

/** Shows a newly created link to be copied and passed on by hand. */
function LinkDialog({ title, label, text, made, zone, onClose }: Props) {
  return (
    <OneTimeDialog title={title} onClose={onClose}>
      <p>{text}</p>
      <OneTimeValue label={label} value={new URL(made.link, window.location.href).href} />
      <p className="text-13 text-ink-muted">
        Anyone with the link can use it. It works once, until {fullTime(made.expiresAt, zone)}, and
        is not shown again.
      </p>
    </OneTimeDialog>
  );
}
