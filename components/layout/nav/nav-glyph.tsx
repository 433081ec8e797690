import {
  Activity,
  BarChart3,
  BellRing,
  Bot,
  Bug,
  CircleUser,
  FileClock,
  GitPullRequest,
  HardDrive,
  KeyRound,
  Layers,
  ListTree,
  LogIn,
  type LucideIcon,
  Network,
  PhoneCall,
  RadioTower,
  ScrollText,
  Server,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  Siren,
  SquareCheckBig,
  Tag,
  UserCog,
  Users,
  UsersRound,
} from "lucide-react";
import type { NavIcon } from "@/lib/schema/nav";

/** A picture of the sidebar, without a name of its own. */
export function NavGlyph({ icon }: { readonly icon: NavIcon }) {
  const Icon = navIcons[icon];
  return <Icon size={14} aria-hidden className="shrink-0 text-ink-muted" />;
}

/** The icons of pages and kinds of records. */
export const navIcons: Readonly<Record<NavIcon, LucideIcon>> = {
  activity: Activity,
  bars: BarChart3,
  bell: BellRing,
  bot: Bot,
  bug: Bug,
  check: SquareCheckBig,
  disk: HardDrive,
  "file-clock": FileClock,
  key: KeyRound,
  layers: Layers,
  log: LogIn,
  network: Network,
  phone: PhoneCall,
  "pull-request": GitPullRequest,
  question: ShieldQuestionMark,
  scroll: ScrollText,
  server: Server,
  shield: ShieldCheck,
  "shield-alert": ShieldAlert,
  siren: Siren,
  tag: Tag,
  team: UsersRound,
  tower: RadioTower,
  tree: ListTree,
  user: CircleUser,
  "user-settings": UserCog,
  users: Users,
};
