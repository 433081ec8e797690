"use client";

import { PermissionPicker } from "@/components/permissions/permission-picker";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { useInvite } from "./use-invite";

/** Asks for the address and the permissions of a new member, then shows the invitation link. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { project } = useProject();
  const { form, request, submit } = useInvite(onClose);
  const { register, setValue, watch, formState } = form;
  const { errors } = formState;
  const isDirty = formState.isDirty && !request.isPending;
  const guard = useDiscardGuard({ title: "the invitation", isDirty, onClose });
  return (
    <Dialog
      {...request}
      width="wide"
      onClose={onClose}
      onDismiss={guard.dismiss}
      title={`Invite to ${bidiIsolate(project.name)}`}
      action={{ text: "Create link", onPress: () => void submit() }}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <PendingSecretGuard isPending={request.isPending} />
        {guard.question}
        <TextField
          label="E-mail"
          type="email"
          isRequired
          autoFocus
          error={errors.email?.message}
          description="They sign in with it. The invitation is bound to it."
          {...register("email", { required: "Enter the e-mail address of the user." })}
        />
        <TextField
          label="Name"
          error={errors.name?.message}
          description="Left empty, they enter it themselves."
          {...register("name")}
        />
        <PermissionPicker
          value={watch("permissions")}
          onChange={(value) => {
            setValue("permissions", value);
            form.clearErrors("permissions");
          }}
          granter={project.permissions}
          error={errors.permissions?.message}
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}
