import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resetOwner } from "@/lib/operations/people/passwords/reset-owner";
import type { JsonObject } from "@/lib/schema/json";
import { password, type TestPeople, testPeople } from "@/tests/people";

let people: TestPeople;
let joined: string;
beforeAll(async () => {
  people = await testPeople({ publicUrl: "https://quarzlampe.example" });
  joined = await people.engine.newProject("Wolkenbruch Nord");
});
afterAll(() => people.close());

const ofProject = "wolkenbruch1";
const ofHost = "Quarzlampe12";
const unrelated = "five quite unrelated words here";

type Try = (password: string) => Promise<{ readonly status: number; readonly body: JsonObject }>;

/** Each way to choose a new password, by its field. */
const ways: Readonly<Record<string, () => Promise<{ field: string; attempt: Try }>>> = {
  async "accepting an invitation"() {
    const { engine } = people;
    const caller = { ...engine.operator, type: "user", id: people.owner.id } as const;
    const permissions = ["Project Member"];
    const data = { projectId: joined, email: "new@example.com", permissions };
    const token =
      String((await engine.create("invitation", data, caller)).link)
        .split("#")
        .at(-1) ?? "";
    const accept: Try = (tried) =>
      people.ask("POST", "/api/invitation/accept", { token, name: "New", password: tried });
    return { field: "password", attempt: accept };
  },
  async "using a reset link"() {
    const cookie = await people.signIn("Owner");
    const id = await people.person("Rita", ["Project Member"], joined);
    const made = await people.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie });
    return { field: "password", attempt: byLink(String(made.body.link)) };
  },
  async "changing it"() {
    await people.person("Carl", ["Project Member"], joined);
    const cookie = await people.signIn("Carl");
    const change: Try = (newPassword) => {
      const body = { currentPassword: password, newPassword };
      return people.ask("POST", "/api/auth/change-password", body, { cookie });
    };
    return { field: "newPassword", attempt: change };
  },
};

function byLink(link: string): Try {
  const token = link.split("#").at(-1) ?? "";
  return (tried) => people.ask("POST", "/api/auth/reset", { token, password: tried });
}

describe("a new password with the name of a project or of the deployment", () => {
  it.each(Object.entries(ways))("is refused when %s", async (_, prepare) => {
    const { field, attempt } = await prepare();
    for (const tried of [ofProject, ofHost]) {
      const refused = await attempt(tried);
      expect([tried, refused.status]).toEqual([tried, 400]);
      expect(refused.body.errors).toMatchObject([{ field, pointer: `/${field}` }]);
    }
    expect((await attempt(unrelated)).status).toBe(200);
  });

  it("is refused to the owner in a reset by the operator", async () => {
    const { store, clock } = people.engine;
    const made = await resetOwner(store, clock.now());
    const attempt = byLink(made?.link ?? "");
    expect((await attempt(ofHost)).status).toBe(400);
    expect((await attempt(unrelated)).status).toBe(200);
  });

  it("is accepted from people of other projects", async () => {
    await people.person("Else", ["Project Member"]);
    const cookie = await people.signIn("Else");
    const body = { currentPassword: password, newPassword: ofProject };
    const changed = await people.ask("POST", "/api/auth/change-password", body, { cookie });
    expect(changed.status).toBe(200);
  });
});
