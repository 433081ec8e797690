import { type ForeignPath, foreignPaths } from "@/lib/resources/oneuptime-aliases";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { isUuid } from "@/lib/schema/values/uuid";
import { StartupError } from "@/lib/startup-error";
import type { Reply, Source } from "./source";

/** The source does not show a kind of records: it lacks it, or the key may not read it. */
export class KindRefused extends Error {}

/** A record as the source wrote it, with its id. */
export type SentRecord = JsonObject & { readonly _id: string };

/** Reads the records of one kind, oldest first. */
export class KindReader {
  readonly #source: Source;
  readonly #resource: Resource;
  readonly #query: JsonObject;
  readonly #select: Map<string, JsonValue>;
  readonly #unreadable: string[] = [];
  #paths: readonly ForeignPath[];
  #isProbed = false;

  /** `select` replaces the columns of the resource. */
  constructor(source: Source, resource: Resource, projectId?: string, select?: JsonObject) {
    this.#source = source;
    this.#resource = resource;
    this.#paths = foreignPaths(resource.path);
    this.#query = projectId === undefined ? {} : narrowed(resource, projectId);
    const names = readable(resource).map(({ name }): [string, JsonValue] => [name, true]);
    this.#select = new Map(select ? Object.entries(select) : [...names, ["version", true]]);
  }

  /** The columns that the source lacks or the key may not read. */
  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** The names of fields in the source. */
  get names(): ForeignPath["names"] {
    return this.#path().names;
  }

  /** Returns the number of records. Throws `KindRefused`. */
  async count(): Promise<number> {
    const reply = await this.#ask("count", () => ({ query: this.#query }));
    const { count } = reply;
    if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return count;
    throw this.#unlike("count", "it has no count");
  }

  /** Returns at most `limit` records after the first `skip`. Throws `KindRefused`. */
  async page(skip: number, limit: number): Promise<readonly SentRecord[]> {
    const { data } = await this.#ask(`get-list?limit=${limit}&skip=${skip}`, () => ({
      select: this.#selected(),
      query: this.#query,
      sort: { createdAt: "ASC", _id: "ASC" },
    }));
    if (!Array.isArray(data)) throw this.#unlike("get-list", "it has no list in data");
    if (data.length > limit) {
      throw this.#unlike("get-list", `it has ${data.length} records where ${limit} were asked for`);
    }
    const found = data.filter(isRecord);
    if (found.length < data.length) throw this.#unlike("get-list", "a record has no id");
    return found;
  }

  #selected(): JsonObject {
    const { outward } = this.names;
    return Object.fromEntries([...this.#select].map(([name, wanted]) => [outward(name), wanted]));
  }

  #path(): ForeignPath {
    const [path] = this.#paths;
    if (!path) throw new KindRefused("The source has no such kind.");
    return path;
  }

  async #ask(what: string, body: () => JsonObject): Promise<JsonObject> {
    while (true) {
      const reply = await this.#source.post(`${this.#path().path}/${what}`, body());
      if ("body" in reply) return reply.body;
      await this.#adapt(reply);
    }
  }

  /** Prepares another try after a refusal: another path, or fewer columns. Throws `KindRefused`. */
  async #adapt({ status, refusal }: Refusal): Promise<void> {
    if (status === 404) {
      this.#paths = this.#paths.slice(1);
      if (this.#paths.length > 0) return;
      throw new KindRefused("The source has no such kind.");
    }
    if (this.#drop(refusal)) return;
    const mayBeColumns = status === 400 && !this.#isProbed;
    if (!mayBeColumns) throw new KindRefused(`The source refuses it (${status}: ${refusal})`);
    this.#isProbed = true;
    await this.#probe();
  }

  /** Drops the column that a refusal names (BaseModel permissions of OneUptime: "select on - x"). */
  #drop(refusal: string): boolean {
    const sent = /select on\W*(\w+)/i.exec(refusal)?.[1];
    const name = sent && this.names.inward(sent);
    if (name === undefined || name === "_id" || !this.#select.delete(name)) return false;
    this.#unreadable.push(name);
    return true;
  }

  /** Asks for each column alone, because a refusal did not say which one is meant. */
  async #probe(): Promise<void> {
    const { path, names } = this.#path();
    for (const [name, wanted] of [...this.#select]) {
      if (name === "_id") continue;
      const reply = await this.#source.post(`${path}/get-list?limit=1&skip=0`, {
        select: { [names.outward(name)]: wanted },
        query: this.#query,
      });
      if ("body" in reply) continue;
      this.#select.delete(name);
      this.#unreadable.push(name);
    }
  }

  #unlike(what: string, why: string): StartupError {
    return new StartupError(
      `The source answered ${this.#resource.path}/${what} unlike OneUptime: ${why}. The records that were taken are kept.`,
    );
  }
}

function narrowed({ scope }: Resource, projectId: string): JsonObject {
  if (scope === "people") return {};
  return scope === "self" ? { _id: projectId } : { projectId };
}

type Refusal = Extract<Reply, { status: number }>;

/** Returns the columns that can be taken: neither hidden nor secret. */
export function readable(resource: Resource): readonly Column[] {
  return shapeOf(resource).columns.filter(({ field }) => !field.hidden && !kindOf(field).isSecret);
}

function isRecord(value: JsonValue): value is SentRecord {
  return isJsonObject(value) && typeof value._id === "string" && isUuid(value._id);
}
