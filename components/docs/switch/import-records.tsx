import { CodeBlock } from "@/components/docs/code-block";
import { Code, Prose, Section } from "@/components/docs/section";

/** Explains the import of a project, the dry run first. */
export function ImportRecords() {
  return (
    <Section id="import" title="1. Import your project">
      <Prose>
        The operator of this server runs the import, where the server is installed. It reads one
        project through OneUptime’s API and changes nothing there.
      </Prose>
      <ol className="grid max-w-[68ch] list-decimal gap-1 pl-5">
        <li>
          In OneUptime, create an API key with the role Project Owner, or with all permissions that
          begin with “Read”.
        </li>
        <li>
          Start this server once, so that it has an owner. Stop it if its database is a SQLite file;
          on PostgreSQL it may run. Take a backup if it holds something already.
        </li>
        <li>
          Make a dry run. It does everything in a file of its own and reports what it would take.
        </li>
        <li>
          Import. You may interrupt it at any moment and continue with <Code>--resume</Code>.
        </li>
        <li>Start the server, and invite your people. Until then nobody can sign in.</li>
      </ol>
      <CodeBlock name="Dry run" code={`${command} --dry-run`} />
      <CodeBlock name="Import" code={`DATABASE_URL=file:./tocsin.db ${command}`} />
      <CodeBlock name="Continue after an interruption" code={`${resume} --resume`} />
      <Prose>
        Use the <Code>DATABASE_URL</Code> of the server. In the image, the command is{" "}
        <Code>node dist/import-oneuptime.js</Code>. At the end it compares the result with OneUptime
        and prints a report of everything that it could not take, with the reasons. If the key sees
        several projects, name one with <Code>--project</Code>. Ids stay the same, so links,
        Terraform states and scripts keep pointing at the same records.
      </Prose>
    </Section>
  );
}

const command = `ONEUPTIME_KEY='…' \\
  npm run import:oneuptime -- --from https://oneuptime.example.com`;
const resume = `DATABASE_URL=file:./tocsin.db ${command}`;
