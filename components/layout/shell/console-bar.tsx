import {
  ChevronRight,
  ChevronsUpDown,
  Keyboard,
  Menu as MenuIcon,
  Search,
  SunMoon,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { ClockMenu } from "@/components/layout/clock/clock-menu";
import { MemoryPill } from "@/components/layout/notices/memory-pill";
import { openPalette } from "@/components/layout/palette/open-palette";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { CommandKey, KeyboardKey } from "@/components/ui/keyboard-key";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import { sentenceCase } from "@/components/words/sentence-case";
import { chooseTheme, type Theme, themeNow } from "@/lib/client/device/theme";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import { AccountMenu } from "./account-menu";

interface Props {
  readonly onMenu: () => void;
  readonly onKeys: () => void;
}

/**
 * The bar at the top: project and resource, search, and display settings. On a phone it scrolls away
 * with the page; the bottom bar has the menu and the search too.
 */
export function ConsoleBar({ onMenu, onKeys }: Props) {
  return (
    <header className="z-20 md:sticky top-0 flex h-11 shrink-0 items-center gap-1 bg-surface px-2 shadow-[inset_0_-1px_var(--line)] md:px-3">
      <IconButton label="Menu" onPress={onMenu} className="md:hidden">
        <MenuIcon size={18} aria-hidden />
      </IconButton>
      <ProjectSwitcher />
      <Breadcrumb />
      <div className="ml-auto flex items-center gap-1">
        <MemoryPill />
        <button
          type="button"
          onClick={openPalette}
          aria-keyshortcuts="Meta+K Control+K"
          className="flex h-7 items-center gap-2 rounded-sm border border-line-strong bg-surface-raised pr-1.5 pl-2 text-13 text-ink-muted hover:text-ink-strong max-md:hidden lg:min-w-44"
        >
          <Search size={14} aria-hidden />
          <span className="flex-1 text-left">Find</span>
          <span className="flex gap-0.5">
            <CommandKey />
            <KeyboardKey>K</KeyboardKey>
          </span>
        </button>
        <ClockMenu />
        <ThemeMenu />
        <IconButton
          label="Keyboard shortcuts"
          shortcut="?"
          onPress={onKeys}
          className="max-lg:hidden"
        >
          <Keyboard size={16} aria-hidden />
        </IconButton>
        <AccountMenu />
      </div>
    </header>
  );
}

/** Links to the list of the page's resource. */
function Breadcrumb() {
  const { base } = useProject();
  const path = usePathname();
  const [segment = "", ...further] = path.slice(base.length + 1).split("/");
  const resource = resourceAt(segment);
  if (!resource || further.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1 text-13">
      <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-faint" />
      <a
        href={`${base}/${segment}`}
        className="truncate rounded-sm px-1 py-0.5 text-ink-muted hover:text-ink-strong pointer-coarse:min-w-11 pointer-coarse:py-3"
      >
        {resource.pageTitle ?? sentenceCase(resource.plural)}
      </a>
    </nav>
  );
}

/** Shows the current project and links to the others. */
function ProjectSwitcher() {
  const { me, project } = useProject();
  const router = useRouter();
  const open = (id: string) => {
    const chosen = me.projects.find(({ _id }) => _id === id);
    if (chosen) router.push(`/p/${chosen.slug}`);
  };
  return (
    <Menu
      label="Projects"
      button={
        <Button look="quiet" size="small" className="min-w-0 max-w-48 shrink text-ink-strong!">
          <bdi className="truncate">{project.name}</bdi>
          <ChevronsUpDown size={12} aria-hidden className="shrink-0 text-ink-muted" />
          <span className="sr-only">, change project</span>
        </Button>
      }
    >
      <MenuSection title="Projects" choose={{ chosen: project._id, onChange: open }}>
        {me.projects.map(({ _id, name }) => (
          <MenuItem key={_id} id={_id} text={name}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}

/** Menu for the theme: light, dark, or the system's. The choice is stored on this device. */
function ThemeMenu() {
  const [, setChosen] = useState<Theme>();
  const choose = (next: string) => {
    const theme = themes.find((one) => one === next) ?? "system";
    chooseTheme(theme);
    setChosen(theme);
  };
  return (
    <Menu
      label="Theme"
      placement="bottom end"
      button={
        <IconButton label="Theme" className="max-md:hidden">
          <SunMoon size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuSection
        title="Theme"
        choose={{
          chosen: typeof document === "undefined" ? "system" : themeNow(),
          onChange: choose,
        }}
      >
        <MenuItem id="system">System</MenuItem>
        <MenuItem id="light">Light</MenuItem>
        <MenuItem id="dark">Dark</MenuItem>
      </MenuSection>
    </Menu>
  );
}

const themes: readonly Theme[] = ["system", "light", "dark"];
