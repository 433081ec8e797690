import type { Field } from "@/lib/schema/field";
import { boolean, date, file, markdown, text, veryLongText } from "@/lib/schema/fields";

type Fields = Readonly<Record<string, Field>>;

const note: Fields = {
  note: markdown({ required: true }),
  attachments: file({ title: "Attachments" }),
};

const isOwnerNotified = boolean({ required: true, default: false, title: "Owner notified" });

/** The fields of a note that only users of the project read. */
export const internalNote: Fields = { ...note, isOwnerNotified };

/** The fields of a note that visitors of a status page may read. */
export const publicNote: Fields = {
  ...note,
  postedAt: date({ title: "Posted" }),
  shouldStatusPageSubscribersBeNotifiedOnNoteCreated: boolean({
    default: true,
    title: "Tell subscribers",
  }),
  subscriberNotificationStatusOnNoteCreated: text({
    title: "Notification",
    suggestions: ["Skipped", "Pending", "InProgress", "Success", "Failed"],
  }),
  subscriberNotificationStatusMessage: veryLongText({ title: "Notification result" }),
  isOwnerNotified,
};
