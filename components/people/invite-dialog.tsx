"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FormProblem } from "@/components/auth/form-problem";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isolated } from "@/components/ui/isolated";
import { TextField } from "@/components/ui/text-field";
import { useClock } from "@/lib/client/clock";
import { createRecord, refreshAll } from "@/lib/client/mutations";
import { usePlace } from "@/lib/client/project";
import { useSubmitOnce } from "@/lib/client/submit-once";
import { invitation } from "@/lib/resources/invitation";
import { grantable } from "./granting";
import { showLink } from "./link-dialog";
import { MakingGuard } from "./once-guard";
import { PermissionPicker } from "./permission-picker";
import { showFaults } from "./show-faults";

interface Invite {
  email: string;
  name: string;
  permissions: readonly string[];
}

/** Asks whom to invite and to what, then shows the link to pass on. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { project } = usePlace();
  const { zone } = useClock();
  const client = useQueryClient();
  const may = grantable(project.permissions);
  const form = useForm<Invite>({
    defaultValues: {
      email: "",
      name: "",
      permissions: may.has("Project Member") ? ["Project Member"] : [],
    },
  });
  const { register, handleSubmit, setValue, setError, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async ({ email, name, permissions }) => {
    if (permissions.length === 0) {
      setError("permissions", { message: "Choose a role, or at least one permission." });
      return;
    }
    try {
      const data = {
        ...{ projectId: project._id, email: email.trim(), permissions },
        ...(name.trim() !== "" && { name: name.trim() }),
      };
      const { record } = await createRecord(invitation, data);
      const { link, expiresAt } = record;
      onClose();
      showLink({
        title: `Invitation for ${email.trim()}`,
        label: "Link of the invitation",
        text: toPassOn,
        made: { link: String(link), expiresAt: String(expiresAt) },
        zone,
      });
      void refreshAll(client);
    } catch (error) {
      showFaults(form, error, { email: "E-mail", name: "Name", permissions: "What they may do" });
    }
  });
  const submit = useSubmitOnce(send);
  return (
    <Dialog
      isOpen
      width="wide"
      onOpenChange={() => isSubmitting || onClose()}
      title={`Invite to ${isolated(project.name)}`}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isSubmitting}>
            Cancel
          </Button>
          <Button look="primary" onPress={() => submit()} isPending={isSubmitting}>
            Make the link
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormProblem message={errors.root?.message} />
        <MakingGuard isPending={isSubmitting} />
        <TextField
          label="E-mail"
          type="email"
          isRequired
          autoFocus
          error={errors.email?.message}
          description="They sign in with it. The invitation is bound to it."
          {...register("email", { required: "Enter the e-mail address of the person." })}
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

const toPassOn =
  "Tocsin sends no e-mail. Copy the link and pass it on yourself, to this person only. A person who has an account also finds the invitation on their account page.";
