import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { request } from "@/lib/client/http/request";
import { refreshAll } from "@/lib/client/saving/mutations";
import { IssuedKeys } from "./issued-keys";
import type { Person } from "./person";
import { revokeKeys, useRevokingRequest } from "./revoke-keys";

/** An action on a whole account, beyond this project. */
export type AccountStep = "disable" | "enable" | "end-sessions";

interface Props {
  readonly person: Person;
  readonly step: AccountStep;
  readonly onClose: () => void;
}

/** Confirms that an account is disabled, enabled or signed out, and explains the effect. */
export function AccountStatusDialog({ person, step, onClose }: Props) {
  const client = useQueryClient();
  const { title, text, verb, done, run } = steps[step];
  const name = bidiIsolate(person.name);
  const { send, chosen, setChosen, ...request } = useRevokingRequest(`${verb} failed for ${name}`);
  const take = async () => {
    await run(person.userId);
    await revokeKeys(chosen, `${done(name)}.`);
    notify({ title: done(name) });
    void refreshAll(client);
    void client.invalidateQueries({ queryKey: ["last-seen"] });
  };
  return (
    <Dialog
      {...request}
      onClose={onClose}
      role="alertdialog"
      title={title(name)}
      action={{
        text: verb,
        isDanger: step === "disable",
        onPress: () => void send(take, onClose),
      }}
    >
      <p>{text}</p>
      {step === "disable" && (
        <IssuedKeys where="everywhere" {...{ person, chosen }} onChange={setChosen} />
      )}
    </Dialog>
  );
}

interface Step {
  readonly title: (name: string) => string;
  readonly text: string;
  readonly verb: string;
  readonly done: (name: string) => string;
  readonly run: (id: string) => Promise<unknown>;
}

const steps: Readonly<Record<AccountStep, Step>> = {
  disable: {
    title: (name) => `Disable ${name}?`,
    text: "They are signed out everywhere and cannot sign in until they are enabled again. This applies to all projects. Their records are kept. Invitations they sent are revoked.",
    verb: "Disable",
    done: (name) => `${name} is disabled and signed out`,
    run: (id) => request("POST /api/user/:id/disable", { id }),
  },
  enable: {
    title: (name) => `Enable ${name}?`,
    text: "They can sign in again with the same password and permissions.",
    verb: "Enable",
    done: (name) => `${name} can sign in again`,
    run: (id) => request("POST /api/user/:id/enable", { id }),
  },
  "end-sessions": {
    title: (name) => `End all sessions of ${name}?`,
    text: "They are signed out in every browser at once, and can sign in again with their password. If somebody else may know the password, also create a reset link.",
    verb: "End all sessions",
    done: (name) => `${name} is signed out everywhere`,
    run: (id) => request("POST /api/user/:id/end-sessions", { id }),
  },
};
