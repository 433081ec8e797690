/** Input for the user's current password. */
export const currentPasswordField = {
  name: "password",
  label: "Password",
  type: "password",
  autoComplete: "current-password",
  missing: "Enter your password.",
} as const;
