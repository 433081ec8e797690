import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { NewRecordRequest } from "@/components/fields/record-picker/create-record-context";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { refreshAll } from "@/lib/client/saving/mutations";
import type { Field } from "@/lib/schema/field";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { FormSkeleton } from "./edit-record";
import { initialValuesQuery } from "./initial-values";
import { RecordForm } from "./record-form";

interface Props {
  readonly wanted: NewRecordRequest;
  readonly onClose: () => void;
}

/**
 * The form of a record that another form needs. The created record becomes the value of its input.
 */
export function NewRecordDialog({ wanted, onClose }: Props) {
  const { resource, name, onMade } = wanted;
  const context = useProject();
  const { project, me } = context;
  const client = useQueryClient();
  const asked = startOf(resource, name.trim());
  const start = useQuery(initialValuesQuery(client, resource, context, asked));
  return (
    <Dialog
      onClose={onClose}
      error={start.error}
      title={`New ${inSentence(resource.name)}`}
      role="alertdialog"
    >
      {!start.data && !start.error && <FormSkeleton />}
      {start.data && (
        <RecordForm
          resource={resource}
          project={project._id}
          person={me._id}
          draftName={`beside?${asked}`}
          base={{ values: start.data, etag: undefined }}
          onSaved={() => {
            void refreshAll(client);
            notify({ title: `${sentenceCase(resource.name)} created` });
          }}
          onDone={({ id }) => {
            onMade(id);
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

/** Uses the typed text as the record's name, for resources with a typed name. */
function startOf({ label, fields }: Resource, name: string): URLSearchParams {
  const field = fields[label];
  const isTyped = field !== undefined && isTypedName(field) && name !== "";
  return new URLSearchParams(isTyped ? { [label]: name } : {});
}

function isTypedName(field: Field): boolean {
  const { isPlainText, foundAs } = kindOf(field);
  return isPlainText === true || foundAs === "email";
}
