export const emailField = {
  name: "email",
  label: "E-mail",
  type: "email",
  autoComplete: "username",
  missing: "Enter your e-mail address.",
} as const;

/** The password that the user signs in with. */
export const passwordField = {
  name: "password",
  label: "Password",
  type: "password",
  autoComplete: "current-password",
  missing: "Enter your password.",
} as const;

export const newPasswordField = {
  name: "password",
  label: "Password",
  type: "password",
  autoComplete: "new-password",
  description:
    "8 to 128 characters. Use a few unrelated words. Avoid names, years and repeated characters.",
  missing: "Choose a password.",
} as const;
