import { CodeBlock } from "@/components/docs/code-block";
import { permissionsAllow } from "@/components/permissions/granting";
import { OneTimeDialog } from "@/components/ui/show-once/one-time-dialog";
import { OneTimeValue } from "@/components/ui/show-once/one-time-value";
import { showOnce } from "@/components/ui/show-once/show-once";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";

/** Shows a new secret once, on whatever page the user is by then. */
export function showSecret(made: NewSecret): void {
  showOnce((close) => <SecretDialog {...made} onClose={close} />);
}

/** A newly created secret. */
export interface NewSecret {
  readonly name: string;
  readonly secret: string;
  readonly permissions: readonly string[];
  /** Additional text: the time until which the previous secret works. */
  readonly note?: string;
}

interface SecretDialogProps extends NewSecret {
  readonly onClose: () => void;
}

/** Shows a new secret with a call to try it. */
function SecretDialog({ name, secret, permissions, note, onClose }: SecretDialogProps) {
  return (
    <OneTimeDialog width="wide" title={`The secret of “${bidiIsolate(name)}”`} onClose={onClose}>
      <p className="border-warn border-l-2 pl-3 text-ink-strong">
        Copy the secret now. Only its hash is stored, so it cannot be shown again. Anyone who has it
        can use the permissions of the key.
      </p>
      {note !== undefined && <p className="text-13">{note}</p>}
      <OneTimeValue label="Secret" value={secret} />
      <CodeBlock
        name="Try it in a terminal"
        code={curlExample(window.location.origin, secret, permissions)}
      />
    </OneTimeDialog>
  );
}

/**
 * Returns a curl command that tests a key. It lists a resource that the key may read, else it
 * requests `/api/me`.
 */
function curlExample(origin: string, secret: string, permissions: readonly string[]): string {
  const readable = [incident, ...resources.values()].find(
    (resource) => resource.inReference && permissionsAllow(permissions, resource, "read"),
  );
  const path = readable ? `/api/${readable.path}/get-list?limit=5` : "/api/me";
  return `curl -s '${origin}${path}' \\\n  -H 'ApiKey: ${secret}'`;
}
