import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useRequest } from "@/components/errors/use-request";
import { grantableTitles } from "@/components/permissions/granting";
import { setServerErrors } from "@/components/ui/form/set-server-errors";
import { useClock } from "@/lib/client/device/clock";
import { useProject } from "@/lib/client/project/project";
import { createRecord, refreshAll } from "@/lib/client/saving/mutations";
import { invitation } from "@/lib/resources/settings/invitation";
import { showLink } from "./link-dialog";

interface Invite {
  email: string;
  name: string;
  permissions: readonly string[];
}

/** Returns the form of an invitation. Sending it closes the dialog and shows the link. */
export function useInvite(onClose: () => void) {
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
