import { PermissionList } from "@/components/permissions/permission-list";
import { Badge, type Tone } from "@/components/ui/badge";
import { NameLine } from "@/components/ui/name-line";
import { RelativeTime } from "@/components/ui/relative-time";
import { useNow } from "@/lib/client/device/clock";
import type { OrphanedKey } from "@/lib/contract/people";
import { type Key, type KeyState, keyState, timeLeft } from "./key";
import { KeyActions } from "./key-actions";

interface Props {
  readonly shown: Key;
  /** Set when the creator of the key has left or is disabled. */
  readonly orphaned?: OrphanedKey | undefined;
}

/** A key in one row; in four lines on a phone. */
export function KeyRow({ shown, orphaned }: Props) {
  const now = useNow();
  const { name, note, prefix, permissions, lastUsedAt, projectId, dialect } = shown;
  const state = keyState(shown, now);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_8rem_9rem_2rem]">
      <div className="min-w-0">
        <NameLine name={name}>
          {projectId === null && <Badge tone="info">Every project</Badge>}
          {dialect === "oneuptime" && <Badge tone="info">OneUptime</Badge>}
        </NameLine>
        {orphaned && (
          <p className="py-0.5">
            <Badge tone="warn">
              {orphaned.reason === "disabled" ? "Creator disabled" : "Creator left"}
            </Badge>{" "}
            <span className="wrap-anywhere text-12 text-ink-muted">{orphaned.createdBy.name}</span>
          </p>
        )}
        <p className="wrap-anywhere line-clamp-2 text-12 text-ink-muted" title={note}>
          <code className="font-mono">{prefix}…</code>
          {note !== "" && <> · {note}</>}
        </p>
      </div>
      <div className="min-w-0 max-md:col-span-2 max-md:row-start-2">
        <PermissionList permissions={permissions} />
      </div>
      <p className="text-12 text-ink-muted tabular-nums max-md:col-span-2 max-md:row-start-3">
        {lastUsedAt === null ? (
          "Never used"
        ) : (
          <>
            Used <RelativeTime instant={lastUsedAt} />
          </>
        )}
      </p>
      <div className="text-12 text-ink-muted max-md:col-span-2 max-md:row-start-4">
        <State {...{ shown, state, now }} />
      </div>
      <div className="max-md:col-start-2 max-md:row-start-1">
        <KeyActions {...{ shown, state }} />
      </div>
    </li>
  );
}

function State(props: { readonly shown: Key; readonly state: KeyState; readonly now: number }) {
  const { shown, state, now } = props;
  const { previousKeyEndsAt: ends } = shown;
  const isOverlapping = ends !== null && Date.parse(ends) > now && shown.revokedAt === null;
  return (
    <div className="grid justify-items-start gap-0.5 tabular-nums">
      {state === "works" ? (
        timeLeft(shown, now)
      ) : (
        <Badge tone={tones[state]}>{words[state] ?? timeLeft(shown, now)}</Badge>
      )}
      {isOverlapping && (
        <span>
          Previous secret expires <RelativeTime instant={ends} />
        </span>
      )}
    </div>
  );
}

const words: Readonly<Partial<Record<KeyState, string>>> = {
  revoked: "Revoked",
  expired: "Expired",
};

const tones: Readonly<Record<KeyState, Tone>> = {
  revoked: "neutral",
  expired: "danger",
  expiresSoon: "warn",
  works: "neutral",
};
