"use client";

import { PermissionPicker } from "@/components/permissions/permission-picker";
import { TextArea } from "@/components/ui/form/text-area";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { useProject } from "@/lib/client/project/project";
import { ExpiryField } from "./expiry-field";
import { KeyConflicts } from "./key-conflicts";
import { ScopeField } from "./scope-field";
import { type KeyDialogProps, useKeyForm } from "./use-key-form";

/** Creates a key, or changes the permissions and the expiry of an existing one. */
export function KeyDialog(props: KeyDialogProps) {
  const { onClose } = props;
  const { project, me } = useProject();
  const { form, request, edited, clashes, take, submit } = useKeyForm(props);
  const { register, setValue, clearErrors, watch, formState } = form;
  const { errors } = formState;
  const { permissions, expiresAt } = watch();
  const isDirty = formState.isDirty && !request.isPending;
  const guard = useDiscardGuard({ title: "the key", isDirty, onClose });
  return (
    <Dialog
      {...request}
      width="wide"
      onClose={onClose}
      onDismiss={guard.dismiss}
      title={edited ? `Edit “${edited.name}”` : "New API key"}
      action={{
        text: verbOf(edited !== undefined, clashes.length > 0),
        onPress: () => void submit(),
      }}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <PendingSecretGuard isPending={request.isPending && !edited} />
        {guard.question}
        {edited && clashes.length > 0 && <KeyConflicts {...{ clashes, take }} theirs={edited} />}
        <TextField
          label="Name"
          isRequired
          autoFocus
          error={errors.name?.message}
          description="The program that uses the key, such as “Deploys” or “Grafana”. The change history shows this name."
          {...register("name", { required: "Give the key a name." })}
        />
        <TextArea
          label="Note"
          rows={2}
          error={errors.description?.message}
          {...register("description")}
        />
        {!edited && me.isDeploymentOwner && (
          <ScopeField
            isEverywhere={watch("isEverywhere")}
            onChange={(isEverywhere) => setValue("isEverywhere", isEverywhere)}
          />
        )}
        <ExpiryField
          value={expiresAt}
          onChange={(value) => {
            setValue("expiresAt", value);
            clearErrors("expiresAt");
          }}
          {...(edited && { present: edited.expiresAt })}
          error={errors.expiresAt?.message}
        />
        <PermissionPicker
          value={permissions}
          onChange={(value) => {
            setValue("permissions", value);
            clearErrors("permissions");
          }}
          granter={project.permissions}
          error={errors.permissions?.message}
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}

function verbOf(isEdited: boolean, isClash: boolean): string {
  if (isClash) return "Overwrite with my version";
  return isEdited ? "Save key" : "Create key";
}
