import type { Resource } from "@/lib/schema/resource";
import type { AuthWriter } from "@/lib/store/port/auth-tables";
import type { JobTable } from "@/lib/store/port/jobs";
import { isWrittenPerProject } from "@/lib/store/port/project-writes";
import type { Guard, RecordWriter } from "@/lib/store/port/store";
import { OutsideProject } from "./outside-project";
import { RareParts } from "./rare-parts";

/** The bounds of a write that holds the lock of one project. */
export class ProjectBounds {
  readonly #project: string;
  #isLeft = false;

  constructor(project: string) {
    this.#project = project;
  }

  /** Runs `work` with a writer of the project. Throws `OutsideProject` once it needed more. */
  async run<T>(writer: RecordWriter, work: (writer: RecordWriter) => Promise<T>): Promise<T> {
    try {
      const result = await work(this.#bounded(writer));
      // The work may have caught the refusal.
      if (!this.#isLeft) return result;
    } catch (error) {
      if (!this.#isLeft) throw error;
    }
    throw new OutsideProject();
  }

  /** Throws `OutsideProject`. */
  leave(): never {
    this.#isLeft = true;
    throw new OutsideProject();
  }

  #bounded(writer: RecordWriter): RecordWriter {
    const refuse = async () => this.leave();
    const guarded = (guard: Guard): Guard => ({ ...guard, projects: [this.#project] });
    const bounded = {
      insert: async (resource, row, isFirst) => {
        this.#require(resource, row.projectId);
        await writer.insert(resource, row, isFirst);
      },
      // A record that is not found may be one of another project.
      update: async (resource, id, patch, guard) => {
        this.#require(resource, this.#project);
        return (await writer.update(resource, id, patch, guarded(guard))) || this.leave();
      },
      remove: async (resource, id, guard) => {
        this.#require(resource, this.#project);
        return (await writer.remove(resource, id, guarded(guard))) || this.leave();
      },
      appendChange: async (entry) => {
        if (entry.projectId !== this.#project) this.leave();
        await writer.appendChange(entry);
      },
      // The counters of numbers are named after their project.
      countUp: async (name) => (this.#isOwn(name) ? writer.countUp(name) : this.leave()),
      raiseTo: async (name, atLeast) =>
        this.#isOwn(name) ? writer.raiseTo(name, atLeast) : this.leave(),
      updateQuietly: refuse,
      putSetting: refuse,
      hideDeletedProject: refuse,
      forgetDeletedProject: refuse,
    } satisfies Partial<RecordWriter>;
    const rare = new RareParts(
      () => ({ ...writer.auth, ...signInOf(refuse) }),
      () => jobsOf(writer.jobs, refuse),
    );
    // The writer inherits its rare parts, so they do not overwrite these.
    return Object.assign(rare, writer, bounded);
  }

  #require(resource: Resource, projectId: unknown): void {
    if (!isWrittenPerProject(resource) || projectId !== this.#project) this.leave();
  }

  #isOwn(name: string): boolean {
    return name.endsWith(`:${this.#project}`);
  }
}

type Refuse = () => Promise<never>;

function jobsOf(jobs: JobTable, refuse: Refuse): JobTable {
  return {
    nextMs: (kinds) => jobs.nextMs(kinds),
    facts: () => jobs.facts(),
    ...{ add: refuse, lease: refuse, correctDueTimes: refuse },
    ...{ renew: refuse, finish: refuse, postpone: refuse },
  };
}

function signInOf(refuse: Refuse) {
  const accounts = { insertAccount: refuse, renameAccount: refuse, setPasswordHash: refuse };
  const sessions = {
    ...{ insertSession: refuse, noteSessionUse: refuse, confirmSession: refuse },
    ...{ deleteSessions: refuse, deleteExpiredSessions: refuse },
  };
  const links = { putOneUseLink: refuse, deleteOneUseLink: refuse, deleteExpiredLinks: refuse };
  return { ...accounts, ...sessions, ...links } satisfies Partial<AuthWriter>;
}
