import { Code, Prose, Section } from "@/components/docs/section";

/** Explains how a team keeps its clients of OneUptime. */
export function OneUptimeClients() {
  return (
    <Section id="oneuptime" title="Clients of OneUptime">
      <Prose>
        Programs that were written for OneUptime work with a key whose <Code>dialect</Code> is{" "}
        <Code>oneuptime</Code>. Turn on “Clients of OneUptime” when you create the key, and give the
        program this address and the key in place of its own. Only requests with this key change;
        all others keep the form of this documentation.
      </Prose>
      <Prose>
        Ids, dates, colors and addresses then come as <Code>{'{"_type": …, "value": …}'}</Code>,
        related records as <Code>{'{"_id": …}'}</Code>. Columns that Tocsin lacks may be selected
        and are empty. The project and the time of a declaration may be left out. A page may have
        10,000 records. Missing permissions are 422, with <Code>error</Code> and{" "}
        <Code>message</Code>. The header <Code>tenantid</Code> narrows a key of the deployment to
        one project.
      </Prose>
      <Prose>To switch a program over:</Prose>
      <ol className="grid max-w-[68ch] list-decimal gap-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Prose>
        A body may be compressed with <Code>Content-Encoding: gzip</Code>. Exports, bulk writes and
        all paths that OneUptime lacks keep their plain form. Sign-in by password over{" "}
        <Code>/identity/login</Code> is not offered: use a key.
      </Prose>
    </Section>
  );
}

const steps = [
  "Create the project here, and its states, severities, monitors and labels. Note their ids: records keep no ids of OneUptime unless you send _id.",
  "Create an API key with the permissions that the program needs, and turn on “Clients of OneUptime”.",
  "Set the address of this server and the key in the program. The path of the API is /api in both.",
  "Replace ids in the program or in its state: import resources in Terraform, and set the project id where a program asks for it.",
  "Run a read first, such as a list. An error names the field or the permission.",
];
