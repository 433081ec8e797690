import type { Field } from "@/lib/schema/field";
import { boolean, date, json, markdown, veryLongText } from "@/lib/schema/fields";

type Fields = Readonly<Record<string, Field>>;

/** The fields of an event of a state besides its record and its state. */
export const stateEvent: Fields = {
  startsAt: date({ title: "Started", edge: "start" }),
  endsAt: date({ title: "Ended", edge: "end", help: "Empty while the state still holds." }),
  rootCause: markdown({ title: "Root cause" }),
  stateChangeLog: json({ title: "Change details" }),
};

/** The fields of an event that subscribers of a status page may be told. */
export const toldStateEvent: Fields = {
  ...stateEvent,
  shouldStatusPageSubscribersBeNotified: boolean({ title: "Tell subscribers" }),
  subscriberNotificationStatusMessage: veryLongText({ title: "Notification result" }),
};
