import {
  Activity,
  BellRing,
  Bot,
  Layers,
  type LucideIcon,
  MessageSquare,
  Pencil,
  PhoneCall,
  Rss,
  Siren,
  User,
} from "lucide-react";
import type { StoryKind } from "@/lib/contract/records/story";

interface ShownKind {
  readonly title: string;
  readonly Icon: LucideIcon;
}

/** The title and the icon of each kind of entries, in the order of the filters. */
export const shownKinds: Readonly<Record<StoryKind, ShownKind>> = {
  state: { title: "States", Icon: Siren },
  note: { title: "Notes", Icon: MessageSquare },
  person: { title: "People", Icon: User },
  status: { title: "Monitors", Icon: Activity },
  alert: { title: "Alerts", Icon: BellRing },
  escalation: { title: "On-call", Icon: PhoneCall },
  change: { title: "Changes", Icon: Pencil },
  feed: { title: "Feed", Icon: Rss },
  task: { title: "Agents", Icon: Bot },
  member: { title: "Records", Icon: Layers },
  began: { title: "Beginning", Icon: Siren },
};

/** All kinds, in the order of the filters. */
export const kindsInOrder = Object.keys(shownKinds).filter(isKind);

/** Returns true for the name of a kind. */
export function isKind(name: string): name is StoryKind {
  return Object.hasOwn(shownKinds, name);
}
