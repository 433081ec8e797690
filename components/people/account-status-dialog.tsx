"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { endSessionsOf, setDisabled } from "@/lib/client/queries/people";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import { refreshAll } from "@/lib/client/saving/mutations";
import type { IssuedKey } from "@/lib/contract/people";
import { IssuedKeys } from "./issued-keys";
import type { Person } from "./person";
import { KeysNotRevoked, revokeKeys, StepProblem } from "./revoke-keys";

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
  const [chosen, setChosen] = useState<readonly IssuedKey[]>([]);
  const doing = useMutationOnce({
    mutationFn: async () => {
      await run(person.userId);
      await revokeKeys(chosen);
    },
    onError: (error) => {
      if (error instanceof KeysNotRevoked) setChosen(error.left);
    },
    onSuccess: async () => {
      notify({ title: done(bidiIsolate(person.name)) });
      onClose();
      await Promise.all([
        refreshAll(client),
        client.invalidateQueries({ queryKey: ["last-seen"] }),
      ]);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => doing.isPending || onClose()}
      role="alertdialog"
      title={title(bidiIsolate(person.name))}
      actions={
        <>
          <Button onPress={onClose} isDisabled={doing.isPending} autoFocus>
            Cancel
          </Button>
          <Button
            look={step === "disable" ? "danger" : "primary"}
            onPress={() => doing.mutate()}
            isPending={doing.isPending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FormError
          message={
            doing.error && (
              <StepProblem error={doing.error} done={`${done(bidiIsolate(person.name))}.`} />
            )
          }
        />
        <p>{text}</p>
        {step === "disable" && (
          <IssuedKeys where="everywhere" {...{ person, chosen }} onChange={setChosen} />
        )}
      </div>
    </Dialog>
  );
}

interface Step {
  readonly title: (name: string) => string;
  readonly text: string;
  readonly verb: string;
  readonly done: (name: string) => string;
  readonly run: (userId: string) => Promise<void>;
}

const steps: Readonly<Record<AccountStep, Step>> = {
  disable: {
    title: (name) => `Disable ${name}?`,
    text: "They are signed out everywhere and cannot sign in until they are enabled again. This applies to all projects. Their records are kept. Invitations they sent are revoked.",
    verb: "Disable",
    done: (name) => `${name} is disabled and signed out`,
    run: (userId) => setDisabled(userId, true),
  },
  enable: {
    title: (name) => `Enable ${name}?`,
    text: "They can sign in again with the same password and permissions.",
    verb: "Enable",
    done: (name) => `${name} can sign in again`,
    run: (userId) => setDisabled(userId, false),
  },
  "end-sessions": {
    title: (name) => `End all sessions of ${name}?`,
    text: "They are signed out in every browser at once, and can sign in again with their password. If another person may know the password, also create a reset link.",
    verb: "End all sessions",
    done: (name) => `${name} is signed out everywhere`,
    run: endSessionsOf,
  },
};
