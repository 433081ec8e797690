import type { AuthWriter } from "@/lib/store/port/auth-tables";
import type { JobTable } from "@/lib/store/port/jobs";

/**
 * The parts of a writer that few transactions need, made when they are first asked for. The writer
 * inherits them, so a copy of it by spread lacks them.
 */
export class RareParts {
  readonly #makeAuth: () => AuthWriter;
  readonly #makeJobs: () => JobTable;
  #auth: AuthWriter | undefined;
  #jobs: JobTable | undefined;

  constructor(makeAuth: () => AuthWriter, makeJobs: () => JobTable) {
    this.#makeAuth = makeAuth;
    this.#makeJobs = makeJobs;
  }

  get auth(): AuthWriter {
    this.#auth ??= this.#makeAuth();
    return this.#auth;
  }

  get jobs(): JobTable {
    this.#jobs ??= this.#makeJobs();
    return this.#jobs;
  }
}
