"use client";

import { useMutation } from "@tanstack/react-query";
import { Explained } from "@/components/access/explained";
import { FormProblem } from "@/components/auth/form-problem";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isolated } from "@/components/ui/isolated";
import { makeResetLink } from "@/lib/client/people";
import { LinkDialog } from "./link-dialog";
import type { Person } from "./person-of";

/** Says what a reset link does, makes it, and shows it to be copied. */
export function ResetLinkDialog({
  person,
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}) {
  const making = useMutation({ mutationFn: () => makeResetLink(person.userId), gcTime: 0 });
  if (making.data) {
    return (
      <LinkDialog
        title={`Reset link for ${isolated(person.name)}`}
        label="Link to set a new password"
        text="Copy the link and pass it on yourself, to this person only: who opens it can set their password."
        made={making.data}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={() => making.isPending || onClose()}
      title={`A new password for ${isolated(person.name)}`}
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
            Make the link
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FormProblem message={making.error && <Explained error={making.error} />} />
        <p>
          You get a link with which {isolated(person.name)} sets a new password. A link that was
          made before stops working. Their present password works until they use the new link; then
          all their sessions end.
        </p>
      </div>
    </Dialog>
  );
}
