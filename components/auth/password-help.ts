/** Rules for a new password, as help of its input. */
export const passwordHelp =
  "8 to 128 characters. A few unrelated words make a good one; names, years and repeats do not.";
