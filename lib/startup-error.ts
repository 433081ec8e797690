/**
 * An error that keeps the process from starting, as one sentence for the operator: a wrong setting,
 * a port in use, a database that cannot be opened. Printed without a stack; the process then exits
 * with code 1.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}

/** Returns true for a `StartupError` of this or another copy of the module. */
export function isStartupError(error: unknown): error is StartupError {
  return error instanceof Error && error.name === "StartupError";
}

/**
 * Returns the system's message about a file or folder, such as "EACCES: permission denied, open
 * '/x'"; undefined for other errors.
 */
export function systemFault(error: unknown): string | undefined {
  const isSystems = error instanceof Error && "syscall" in error && "errno" in error;
  return isSystems ? error.message : undefined;
}
