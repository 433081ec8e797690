/**
 * What keeps the process from starting, said in one sentence for the person who starts it: a wrong setting, a taken
 * port, a database that cannot be opened. Printed without a stack; the process then ends with code 1.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}

/** True for a `StartupError` of this or another copy of the module. */
export function isStartupError(error: unknown): error is StartupError {
  return error instanceof Error && error.name === "StartupError";
}

/** What the system said of a file or folder, such as "EACCES: permission denied, open '/x'"; undefined for other errors. */
export function systemFault(error: unknown): string | undefined {
  const isSystems = error instanceof Error && "syscall" in error && "errno" in error;
  return isSystems ? error.message : undefined;
}
