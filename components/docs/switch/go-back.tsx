import { Prose, Section } from "@/components/docs/section";

/** Explains how to undo a switch. */
export function GoBack() {
  return (
    <Section id="go-back" title="5. Go back">
      <Prose>
        The import only reads, and your OneUptime project is still there. Set the former address and
        key in your programs again. Records that were created or changed here meanwhile do not
        return by themselves: export them from their lists.
      </Prose>
      <Prose>
        To start over, delete the project in its settings, or restore the backup that you made
        before the import. Once the server has removed the records, import again. To take only what
        was added in OneUptime since the import, run it with --into-existing: records that are here
        already stay as they are.
      </Prose>
    </Section>
  );
}
