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
      <Prose>
        Exports, bulk writes and all paths that OneUptime lacks keep their plain form. Sign-in by
        password over <Code>/identity/login</Code> is not offered: use a key.
      </Prose>
    </Section>
  );
}
