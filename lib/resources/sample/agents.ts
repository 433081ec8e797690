import { beginning, day, hour, type SampleRow, type Sampler, sampleId } from "./sample-row";

/** Returns AI agents, their repositories, tasks, task logs and pull requests. */
export function agentRows(sampler: Sampler): SampleRow[] {
  return [...workerRows(sampler), ...tasks.flatMap((task, i) => taskRows(sampler, task, i + 1))];
}

function workerRows({ row, at }: Sampler): SampleRow[] {
  const agents = workers.map(([name, description, aiAgentVersion], i) =>
    row("ai-agent", i + 1, beginning - 30, {
      name,
      description,
      aiAgentVersion,
      isDefault: i === 0,
      connectionStatus: "connected",
      lastAlive: at(i + 1),
    }),
  );
  const owners = workers.map((_, i) =>
    row("ai-agent-owner-team", i + 1, beginning - 31, {
      aiAgentId: sampleId("ai-agent", i + 1),
      teamId: sampleId("team", i + 1),
    }),
  );
  const repositories = repositoryNames.map((name, i) =>
    row("code-repository", i + 1, beginning - 30, {
      name,
      organizationName: "acme",
      repositoryName: name,
      repositoryHostedAt: "GitHub",
      repositoryUrl: `https://github.example/acme/${name}`,
    }),
  );
  return [...agents, ...owners, ...repositories];
}

const workers = [
  ["Mender", "Reads exceptions and proposes fixes.", "1.6.0"],
  ["Night watch", "Looks at what failed while everybody slept.", "0.9.2"],
] as const;

const repositoryNames = ["storefront", "checkout", "payments"] as const;

interface Task {
  readonly name: string;
  readonly daysAgo: number;
  readonly repository: number;
  readonly status: "Completed" | "InProgress" | "Error" | "Scheduled";
  readonly pullRequest?: "open" | "closed" | "merged";
}

const tasks: readonly Task[] = [
  task("Basket total is NaN when a voucher has no end", 71, 2, "Completed", "merged"),
  task("Session lost after changing the language", 58, 1, "Completed", "merged"),
  task("Refund without idempotency key", 44, 3, "Completed", "merged"),
  task("Product page fails on an empty gallery", 31, 1, "Completed", "closed"),
  task("Timeout when the address service is slow", 17, 2, "Error"),
  task("Wallet button does not show in Safari", 6, 2, "Completed", "open"),
  task("Currency rounding differs between invoice and mail", 1.2, 3, "InProgress", "open"),
  task("Search box forgets its text on back", 0.1, 1, "Scheduled"),
];

function task(
  name: string,
  daysAgo: number,
  repository: number,
  status: Task["status"],
  pullRequest?: Task["pullRequest"],
): Task {
  return { name, daysAgo, repository, status, ...(pullRequest && { pullRequest }) };
}

function taskRows(
  sampler: Sampler,
  { name, daysAgo, repository, status, pullRequest }: Task,
  n: number,
) {
  const { row, at } = sampler;
  const begun = Math.round(daysAgo * day);
  const parts = { aiAgentTaskId: sampleId("ai-agent-task", n), aiAgentId: agentOf(n) };
  const ended = status === "Completed" || status === "Error";
  const job = row("ai-agent-task", n, begun, {
    name,
    description: `An exception was reported in ${repositoryNames[repository - 1] ?? "acme"}.`,
    aiAgentId: agentOf(n),
    taskType: "FixException",
    status,
    ...(status !== "Scheduled" && { startedAt: at(begun - 1) }),
    ...(ended && { completedAt: at(begun - hour) }),
    ...(status === "Error" && { statusMessage: "The failure could not be reproduced." }),
  });
  const logs = lines[status].map(([severity, message], i) =>
    row("ai-agent-task-log", n * 10 + i, begun - 2 - i * 4, { ...parts, severity, message }),
  );
  if (pullRequest === undefined) return [job, ...logs];
  return [job, ...logs, pullRequestRow(sampler, n, { name, repository, pullRequest, begun })];
}

const agentOf = (n: number) => sampleId("ai-agent", n % 3 === 0 ? 2 : 1);

const working = [
  ["Information", "Checked out the default branch and installed what it needs."],
  ["Information", "Ran the tests: all pass before the change."],
  ["Warning", "The stack trace names a line that has moved since."],
] as const;

/** Log lines of an agent for each status of a task: severity and message. */
const lines: Readonly<Record<Task["status"], readonly (readonly [string, string])[]>> = {
  Scheduled: [],
  InProgress: working,
  Completed: [
    ...working,
    ["Information", "Wrote a failing test, made it pass, and opened a pull request."],
  ],
  Error: [...working, ["Error", "Gave up after three attempts; a person should look."]],
};

interface Proposal extends Pick<Task, "name" | "repository"> {
  readonly pullRequest: string;
  readonly begun: number;
}

function pullRequestRow({ row }: Sampler, n: number, proposal: Proposal): SampleRow {
  const { name, repository, pullRequest, begun } = proposal;
  const repoName = repositoryNames[repository - 1] ?? "acme";
  const number = 240 + 13 * n;
  return row("ai-agent-task-pull-request", n, begun - 50, {
    aiAgentTaskId: sampleId("ai-agent-task", n),
    aiAgentId: agentOf(n),
    codeRepositoryId: sampleId("code-repository", repository),
    title: `Fix: ${name}`,
    description: "A test that failed before and passes now, and the smallest change that does it.",
    pullRequestState: pullRequest,
    pullRequestNumber: number,
    pullRequestId: 1_900_000_000 + number,
    pullRequestUrl: `https://github.example/acme/${repoName}/pull/${number}`,
    headRefName: `mender/task-${n}`,
    baseRefName: "main",
    repoOrganizationName: "acme",
    repoName,
  });
}
