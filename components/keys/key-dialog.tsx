import type { ReactNode } from "react";
import { PermissionList } from "@/components/permissions/permission-list";
import { PermissionPicker } from "@/components/permissions/permission-picker";
import { asTyped } from "@/components/ui/form/as-typed";
import { ConflictNotice } from "@/components/ui/form/conflict-notice";
import { Switch } from "@/components/ui/form/switch";
import { TextArea } from "@/components/ui/form/text-area";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { useClock } from "@/lib/client/device/clock";
import { shortTime } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { ExpiryField } from "./expiry-field";
import type { Key } from "./key";
import type { KeyField } from "./merge-key";
import { type KeyDialogProps, keyLabels, useKeyForm } from "./use-key-form";

/** Creates a key, or changes the permissions and the expiry of an existing one. */
export function KeyDialog(props: KeyDialogProps) {
  const { onClose } = props;
  const { project, me } = useProject();
  const { form, request, edited, clashes, take, submit } = useKeyForm(props);
  const { register, setValue, clearErrors, watch, formState } = form;
  const { errors } = formState;
  const { permissions, expiresAt, dialect } = watch();
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
          {...register("name", {
            validate: (name) => name.trim() !== "" || "Give the key a name.",
          })}
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
            onChange={(isEverywhere) => setValue("isEverywhere", isEverywhere, asTyped)}
          />
        )}
        <ExpiryField
          value={expiresAt}
          onChange={(value) => {
            setValue("expiresAt", value, asTyped);
            clearErrors("expiresAt");
          }}
          {...(edited && { present: edited.expiresAt })}
          error={errors.expiresAt?.message}
        />
        <Switch
          label={keyLabels.dialect}
          description="Requests and replies have the form that OneUptime's command line, Terraform provider and apps expect."
          checked={dialect === "oneuptime"}
          onChange={(event) =>
            setValue("dialect", event.target.checked ? "oneuptime" : "plain", asTyped)
          }
        />
        <PermissionPicker
          value={permissions}
          onChange={(value) => {
            setValue("permissions", value, asTyped);
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

/** For owners of the deployment: whether a new key is for this project or for all projects. */
function ScopeField(props: {
  readonly isEverywhere: boolean;
  readonly onChange: (isEverywhere: boolean) => void;
}) {
  return (
    <Switch
      label="Works in every project of the deployment"
      description="If off, the key works only in this project. You cannot change this later."
      checked={props.isEverywhere}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}

/** Shows concurrent changes to the fields of a key that the form changes too. */
function KeyConflicts(props: {
  readonly theirs: Key;
  readonly clashes: readonly KeyField[];
  readonly take: (field: KeyField) => void;
}) {
  const { theirs, clashes, take } = props;
  const { zone } = useClock();
  const fields = clashes.map((field) => ({
    label: keyLabels[field],
    value: values[field](theirs, zone),
    onTake: () => take(field),
  }));
  return <ConflictNotice what="key" fields={fields} />;
}

const values: Readonly<Record<KeyField, (key: Key, zone: string) => ReactNode>> = {
  name: ({ name }) => name,
  description: ({ note }) => note || "empty",
  expiresAt: ({ expiresAt }, zone) => (expiresAt === null ? "Never" : shortTime(expiresAt, zone)),
  permissions: ({ permissions }) => <PermissionList permissions={permissions} />,
  dialect: ({ dialect }) => (dialect === "oneuptime" ? "On" : "Off"),
};
