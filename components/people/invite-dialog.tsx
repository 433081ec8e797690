import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useRequest } from "@/components/errors/use-request";
import { grantableTitles } from "@/components/permissions/granting";
import { PermissionPicker } from "@/components/permissions/permission-picker";
import { asTyped } from "@/components/ui/form/as-typed";
import { setServerErrors } from "@/components/ui/form/set-server-errors";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useClock } from "@/lib/client/device/clock";
import { useProject } from "@/lib/client/project/project";
import { createRecord, refreshAll } from "@/lib/client/saving/mutations";
import { invitation } from "@/lib/resources/settings/invitation";
import { showLink } from "./link-dialog";

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
            setValue("permissions", value, asTyped);
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

interface Invite {
  email: string;
  name: string;
  permissions: readonly string[];
}

/** Returns the form of an invitation. Sending it closes the dialog and shows the link. */
function useInvite(onClose: () => void) {
  const { project } = useProject();
  const { zone } = useClock();
  const client = useQueryClient();
  const may = grantableTitles(project.permissions);
  const form = useForm<Invite>({
    defaultValues: {
      email: "",
      name: "",
      permissions: may.has("Project Member") ? ["Project Member"] : [],
    },
  });
  const { send, ...request } = useRequest({
    failed: "User not invited",
    onError: (error) => setServerErrors(form, error, fields),
  });
  const invite = async ({ email, name, permissions }: Invite) => {
    const data = {
      ...{ projectId: project._id, email: email.trim(), permissions },
      ...(name.trim() !== "" && { name: name.trim() }),
    };
    const { record } = await createRecord(invitation, data);
    const { link, expiresAt } = record;
    showLink({
      title: `Invitation for ${email.trim()}`,
      label: "Link of the invitation",
      text: toPassOn,
      made: { link: String(link), expiresAt: String(expiresAt) },
      zone,
    });
    void refreshAll(client);
  };
  const submit = form.handleSubmit((values) => {
    if (values.permissions.length > 0) return send(() => invite(values), onClose);
    form.setError("permissions", { message: "Choose a role, or at least one permission." });
  });
  return { form, request, submit };
}

const fields = [
  { name: "email", label: "E-mail" },
  { name: "name", label: "Name" },
  { name: "permissions", label: "Permissions" },
] as const;

const toPassOn =
  "Tocsin sends no e-mail. Copy the link and pass it on yourself, to this user only. A user who has an account also finds the invitation on their account page.";
