import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AuthForm } from "@/components/auth/auth-form";
import { passwordHelp } from "@/components/auth/password-help";
import { PasswordHint } from "@/components/auth/password-hint";
import { notify } from "@/components/ui/toast/toast";
import { meQuery } from "@/lib/client/session/me";
import { changePassword, sessionsQuery } from "@/lib/client/session/session";

/** Form for the current and the new password. It is empty again after the change. */
export function PasswordForm() {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const [changes, setChanges] = useState(0);
  const own = [me?.email ?? "", me?.name ?? "", ...(me?.projects ?? []).map(({ name }) => name)];
  const hint = ({ newPassword = "" }: { readonly newPassword?: string }) => (
    <PasswordHint password={newPassword} own={own} />
  );
  return (
    <AuthForm
      key={changes}
      verb="Change password"
      look="normal"
      values={{ currentPassword: "", newPassword: "" }}
      fields={[currentField, { ...newField, below: hint }]}
      onSubmit={async (sent) => {
        await changePassword(sent.currentPassword, sent.newPassword);
        setChanges(changes + 1);
        notify({ title: "Password changed", detail: "All your other sessions have ended." });
        await client.invalidateQueries(sessionsQuery);
      }}
    />
  );
}

const currentField = {
  name: "currentPassword",
  label: "Current password",
  type: "password",
  autoComplete: "current-password",
  missing: "Enter your current password.",
} as const;

const newField = {
  name: "newPassword",
  label: "New password",
  type: "password",
  autoComplete: "new-password",
  description: passwordHelp,
  missing: "Choose a new password.",
} as const;
