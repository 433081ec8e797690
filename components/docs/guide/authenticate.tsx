import { Code, Prose, Section } from "@/components/docs/section";

/** Explains how a request identifies its caller. */
export function Authenticate() {
  return (
    <Section id="authenticate" title="Authenticate">
      <Prose>
        Every call carries an API key in the header <Code>ApiKey</Code>. The server prints the first
        one when it starts on an empty database; more are records of their own, under{" "}
        <Code>/api/api-key</Code>, and are shown once.
      </Prose>
      <Prose>
        For clients that offer only these, a key may stand in <Code>X-API-Key</Code> too, and a key
        that begins with <Code>toc_</Code> in <Code>Authorization: Bearer</Code>. Two different keys
        in one request are 400. Other values of <Code>Authorization</Code> are ignored.
      </Prose>
      <Prose>
        A key holds permissions and roles, in one project or in the whole deployment. Each
        resource's page names the permission an operation needs. A key without it gets 403, and{" "}
        <Code>missing</Code> in the reply says which.
      </Prose>
      <Prose>
        A key of one project sees that project only: records of others do not exist for it. A key of
        the deployment may also write to a project not seen before, which is then registered under
        the id you send.
      </Prose>
    </Section>
  );
}
