import { RecordLabels } from "@/components/fields/record-labels";
import { recordName } from "@/components/fields/relation/record-name";
import { displayText } from "@/components/words/display-text";
import { fullTime } from "@/lib/client/device/times";
import { useLabel } from "@/lib/client/queries/labels";
import { apiKey } from "@/lib/resources/settings/api-key";
import { accessLog } from "@/lib/resources/system/access-log";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** Columns that are read from the access log for entries about the current account. */
export const accountEventSelect = {
  ...{ at: true, event: true, count: true, address: true, device: true },
  ...{ accountId: true, byAccountId: true, keyId: true },
};

/** Lists events of the current account: what happened, when, and from which address. */
export function AccountEvents({ label, entries }: Props) {
  const idsOf = (name: string) => [
    ...new Set(entries.map((entry) => entry[name]).filter((id) => typeof id === "string")),
  ];
  return (
    <RecordLabels ask={{ "api-key": idsOf("keyId"), user: idsOf("byAccountId") }}>
      <ul aria-label={label} className="grid divide-y divide-line border-line border-y">
        {entries.map((entry) => (
          <AccountEvent key={String(entry._id)} entry={entry} />
        ))}
      </ul>
    </RecordLabels>
  );
}

interface Props {
  readonly label: string;
  readonly entries: readonly Row[];
}

function AccountEvent({ entry }: { readonly entry: Row }) {
  const at = String(entry.at);
  const { address, device } = entry;
  const isRefusal = String(entry.event).endsWith("_refused");
  return (
    <li className="grid min-w-0 gap-0.5 py-2.5">
      <p className={isRefusal ? "text-danger" : "text-ink-strong"}>
        {eventText("event", entry)}
        <KeyName id={entry.keyId} />
      </p>
      <p className="wrap-anywhere text-12 text-ink-muted tabular-nums">
        <time dateTime={at}>{fullTime(at, "UTC")}</time>
        {typeof address === "string" && ` · ${address}`}
        {typeof device === "string" && (
          <>
            {" · "}
            <bdi title={device}>{eventText("device", entry)}</bdi>
          </>
        )}
        <Actor id={entry.byAccountId} />
      </p>
    </li>
  );
}

function eventText(name: string, entry: Row): string {
  const field = shapeOf(accessLog).byColumn.get(name)?.field;
  const text = String(entry[name]);
  return field ? displayText(field, text, entry) : text;
}

function KeyName({ id }: { readonly id: Row[string] | undefined }) {
  const label = useLabel(apiKey.path, String(id));
  if (typeof id !== "string" || !label || label === "missing") return null;
  return `: “${recordName(apiKey.path, label.label)}”`;
}

/** Names the user who caused the event, if it was another user. */
function Actor({ id }: { readonly id: Row[string] | undefined }) {
  const label = useLabel("user", String(id));
  if (typeof id !== "string") return null;
  const name = label && label !== "missing" ? recordName("user", label.label) : "another user";
  return ` · by ${name}`;
}
