import { CodeBlock } from "@/components/docs/code-block";
import { DataTable } from "@/components/docs/data-table";
import { Code, Prose, Section } from "@/components/docs/section";

/** Explains the key that programs of OneUptime need, and where each one takes it. */
export function PointPrograms({ origin }: { origin: string }) {
  return (
    <Section id="programs" title="2. Point your programs here">
      <Prose>
        Under “API keys” of the project, create a key with the permissions that the program needs
        and turn on “Clients of OneUptime”. Only requests with this key speak as OneUptime does; all
        others keep the form of this documentation. Give the program this key and the address{" "}
        <Code>{origin}</Code>, without <Code>/api</Code>.
      </Prose>
      <DataTable caption="Programs and their settings" columns={columns} rows={rows(origin)} />
      <Prose>Then read something, before the program writes.</Prose>
      <CodeBlock
        name="Try the key"
        code={`curl ${origin}/api/incident/get-list \\
  -H "ApiKey: $KEY" -H "Content-Type: application/json" \\
  -d '{"query": {}, "select": {"title": true, "version": true}, "limit": 3}'`}
      />
      <Prose>
        A reply with <Code>version</Code> shows that the key has the dialect. A 400 for it means
        that “Clients of OneUptime” is off. An error names the field or the permission.
      </Prose>
    </Section>
  );
}

const columns = ["Program", "Setting", "Remark"];

function rows(origin: string) {
  return [
    {
      key: "cli",
      cells: [
        "Command line",
        <Code key="set">{`oneuptime login <key> ${origin}`}</Code>,
        "Lists, reads and writes all kinds that it shares with Tocsin.",
      ],
    },
    {
      key: "terraform",
      cells: [
        "Terraform",
        <Code key="set">oneuptime_url, api_key</Code>,
        "Imported records keep their ids, so the state stays valid. Run a plan first.",
      ],
    },
    {
      key: "pulumi",
      cells: ["Pulumi", <Code key="set">baseUrl, apiKey</Code>, "As with Terraform."],
    },
    {
      key: "agents",
      cells: [
        "Agent tools (MCP)",
        "The address and the key of its environment",
        "The project may be left out: it is the key’s.",
      ],
    },
    {
      key: "scripts",
      cells: [
        "Your scripts",
        <Code key="set">ApiKey: …</Code>,
        "Paths, bodies and operators are the same. The header tenantid narrows a key of the deployment.",
      ],
    },
    {
      key: "app",
      cells: [
        "Mobile app, dashboard",
        "–",
        "They sign in with a password at OneUptime’s own address, which Tocsin does not offer. Use the console.",
      ],
    },
  ];
}
