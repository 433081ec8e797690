import { beginning, type SampleRow, type Sampler, sampleId } from "./sample-row";

/** Returns the project, its users, their memberships, and the teams with their members. */
export function peopleRows({ row, at }: Sampler): SampleRow[] {
  const project: SampleRow = {
    path: "project",
    at: at(beginning),
    data: { _id: sampleId("project", 1), name: "Acme" },
  };
  const users = people.map(
    ([name], i): SampleRow => ({
      path: "user",
      at: at(beginning),
      data: { _id: sampleId("user", i + 1), name, email: addressOf(name) },
    }),
  );
  const members = people.map(([, role], i) =>
    row("member", i + 1, beginning - 1, {
      userId: sampleId("user", i + 1),
      permissions: [role],
    }),
  );
  const groups = teams.map(([name, description], i) =>
    row("team", i + 1, beginning - 2, { name, description }),
  );
  const joined = teams.flatMap(([, , ones], i) =>
    ones.map((one) =>
      row("team-member", (i + 1) * 10 + one, beginning - 3, {
        teamId: sampleId("team", i + 1),
        userId: sampleId("user", one),
        hasAcceptedInvitation: true,
      }),
    ),
  );
  return [project, ...users, ...members, ...groups, ...joined];
}

const people = [
  ["Maya Lindqvist", "Project Owner"],
  ["Tomás Herrera", "Project Admin"],
  ["Priya Raman", "Project Member"],
  ["Jonas Weber", "Project Member"],
  ["Amara Okafor", "Project Member"],
  ["Kenji Watanabe", "Project Member"],
  ["Sofia Marchetti", "Project Member"],
  ["Liam O'Connor", "Read All Project Resources"],
] as const;

/** Returns the ids of all sample users in a deployment with this salt. */
export function sampleUserIds(salt: string): readonly string[] {
  return people.map((_, i) => sampleId("user", i + 1, salt));
}

/** The users on call, as numbers for `sampleId("user", n)`. */
export const responders = [2, 3, 4, 5, 6, 7];

/** Name, description, and the members as numbers for `sampleId("user", n)`. */
const teams = [
  ["Platform", "Clusters, networks, databases and what runs on them.", [2, 6]],
  ["Payments", "Checkout, cards, refunds and the ledger.", [3, 4]],
  ["Storefront", "Pages, search and apps for shoppers.", [5, 7]],
  ["Data", "Imports, reports and the warehouse.", [4, 6]],
] as const;

/** Returns first.last@acme.example, without accents and apostrophes. */
function addressOf(name: string): string {
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f']/g, "");
  return `${plain.toLowerCase().replace(" ", ".")}@acme.example`;
}
