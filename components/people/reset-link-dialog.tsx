"use client";

import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useClock } from "@/lib/client/device/clock";
import { makeResetLink } from "@/lib/client/queries/people";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import { showLink } from "./link-dialog";
import type { Person } from "./person";

/** Explains a reset link, creates it, and shows it to be copied. */
export function ResetLinkDialog({
  person,
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}) {
  const { zone } = useClock();
  const making = useMutationOnce({
    mutationFn: () => makeResetLink(person.userId),
    gcTime: 0,
    onSuccess: (made) => {
      onClose();
      showLink({
        title: `Reset link for ${bidiIsolate(person.name)}`,
        label: "Link to set a new password",
        text: "Copy the link and pass it on yourself, to this person only. Any person with the link can set their password.",
        ...{ made, zone },
      });
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => making.isPending || onClose()}
      title={`A new password for ${bidiIsolate(person.name)}`}
      actions={
        <>
          <Button onPress={onClose} isDisabled={making.isPending}>
            Cancel
          </Button>
          <Button
            look="primary"
            autoFocus
            onPress={() => making.mutate()}
            isPending={making.isPending}
          >
            Create link
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <PendingSecretGuard isPending={making.isPending} />
        <FormError message={making.error && <ErrorMessage error={making.error} />} />
        <p>
          Creates a link to set a new password for {bidiIsolate(person.name)}. Earlier links stop
          working. Their current password works until they use the new link. Then all their sessions
          end.
        </p>
      </div>
    </Dialog>
  );
}
