import { Prose, Section } from "@/components/docs/section";

/** Lists what an import leaves behind. */
export function NotTaken() {
  return (
    <Section id="not-taken" title="4. What is not taken">
      <ul className="grid max-w-[68ch] list-disc gap-1 pl-5">
        {left.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <Prose>
        The report of the dry run says how many records each of these concerns, with the first ids.
        Tocsin holds records: it checks no monitors, sends no notifications and runs no workflows.
        Keep OneUptime’s probes, or others, for that.
      </Prose>
    </Section>
  );
}

const left = [
  "API keys, and passwords of private users of status pages: nobody can read them. Make them anew.",
  "The contents of files. Records keep the ids of their attachments.",
  "Kinds of records that Tocsin lacks, such as scheduled maintenance, workflows and telemetry.",
  "Columns that Tocsin lacks, and values that no field here can hold, such as texts over the limit.",
  "Permissions of people. They come as members without rights, so that records show their names.",
  "The publication of status pages. Look at each page in the console, then publish it.",
];
