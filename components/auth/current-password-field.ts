/** The password that a person has already. */
export const currentPasswordField = {
  name: "password",
  label: "Password",
  type: "password",
  autoComplete: "current-password",
  missing: "Enter your password.",
} as const;
