import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** A change of one record. `before` is null for a new record, `after` for a deleted one. */
export interface MadeChange {
  readonly resource: Resource;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The changes that a part of a transaction made to the resources that it asked for. */
export class MadeChanges {
  #isWanted: (resource: Resource) => boolean = () => false;
  #made: MadeChange[] = [];

  /** Keeps the changes of wanted resources from now on. The result returns them and ends that. */
  collect(isWanted: (resource: Resource) => boolean): () => readonly MadeChange[] {
    this.#isWanted = isWanted;
    this.#made = [];
    return () => {
      const made = this.#made;
      this.#isWanted = () => false;
      this.#made = [];
      return made;
    };
  }

  note(change: MadeChange): void {
    if (this.#isWanted(change.resource)) this.#made.push(change);
  }
}
