/** What a new password may be, in the words of its field. */
export const passwordHelp =
  "8 to 128 characters. A few unrelated words make a good one; names, years and repeats do not.";
