import {
  boolean,
  date,
  file,
  markdown,
  relationList,
  text,
  veryLongText,
} from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const statusPageAnnouncement = defineResource({
  path: "status-page-announcement",
  name: "Status Page Announcement",
  group: "status-pages",
  nav: "none",
  about: "A message at the top of status pages, for a time.",
  label: "title",
  timeField: "showAnnouncementAt",
  fields: {
    statusPages: relationList("status-page", { title: "Status pages" }),
    monitors: relationList("monitor", { help: "The monitors that the message is about." }),
    title: text({ required: true }),
    showAnnouncementAt: date({ required: true, title: "Shown from" }),
    endAnnouncementAt: date({ title: "Shown until", help: "Empty: until deleted." }),
    description: markdown({ required: true, help: "Visitors of the status page read this." }),
    attachments: file({ title: "Attachments" }),
    subscriberNotificationStatus: text({
      title: "Notification",
      suggestions: ["Skipped", "Pending", "InProgress", "Success", "Failed"],
    }),
    subscriberNotificationStatusMessage: veryLongText({ title: "Notification result" }),
    shouldStatusPageSubscribersBeNotified: boolean({ default: true, title: "Tell subscribers" }),
    isOwnerNotified: boolean({ required: true, default: false, title: "Owner notified" }),
  },
});
