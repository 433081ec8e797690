/** Who is asking, and what they hold. Made anew for each request, so a change of rights holds from the next. */
export interface Caller {
  readonly type: "apiKey" | "user" | "system";
  readonly id: string;
  readonly name: string;
  /** Titles and roles held, by project id; `everyProject` stands for all of the deployment. */
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>;
  /** When the secret that was sent stops working, as ISO text; absent: never. Only keys have one. */
  readonly endsAt?: string;
}

/** The key of `Caller.grants` for rights that span the deployment. */
export const everyProject = "*";
