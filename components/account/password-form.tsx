import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AuthForm } from "@/components/auth/auth-form";
import { passwordHelp } from "@/components/auth/password-help";
import { notify } from "@/components/ui/toast";
import { changePassword, sessionsQuery } from "@/lib/client/session";

/** The current password and the new one; empty again once it is changed. */
export function PasswordForm() {
  const client = useQueryClient();
  const [changes, setChanges] = useState(0);
  return (
    <AuthForm
      key={changes}
      verb="Change password"
      look="normal"
      values={{ currentPassword: "", newPassword: "" }}
      fields={fields}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await changePassword(currentPassword, newPassword);
        setChanges(changes + 1);
        notify({ title: "Password changed", detail: "All your other sessions have ended." });
        await client.invalidateQueries(sessionsQuery);
      }}
    />
  );
}

const fields = [
  {
    name: "currentPassword",
    label: "Current password",
    type: "password",
    autoComplete: "current-password",
    missing: "Enter your current password.",
  },
  {
    name: "newPassword",
    label: "New password",
    type: "password",
    autoComplete: "new-password",
    description: passwordHelp,
    missing: "Choose a new password.",
  },
] as const;
