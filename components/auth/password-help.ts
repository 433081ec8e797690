/** Rules for a new password, as help of its input. */
export const passwordHelp =
  "8 to 128 characters. Use a few unrelated words. Avoid names, years and repeated characters.";
