/**
 * Returns the violations of the rules of layers and folders, a sentence each. `read` returns the
 * text of a file.
 */
export function layerFaults(
  files: readonly string[],
  read: (file: string) => string,
): readonly string[];
