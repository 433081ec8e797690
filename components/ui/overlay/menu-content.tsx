import { Check } from "lucide-react";
import {
  Children,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  MenuTrigger,
  Popover,
  Separator,
} from "react-aria-components/Menu";
import { classes, styles } from "@/components/ui/styles";
import { useRouter } from "@/lib/client/project/navigation";
import {
  MenuItem,
  type MenuItemProps,
  MenuSection,
  type MenuSectionProps,
  MenuSeparator,
} from "./menu-parts";
import { Trigger, useTrigger } from "./trigger";

export interface MenuContentProps {
  readonly button: ReactElement;
  readonly label: string;
  readonly children: ReactNode;
  readonly placement?: "bottom start" | "bottom end" | "top start" | "top end" | "right bottom";
}

/** A menu and its button. It opens at once, because the user has requested it. */
export function MenuContent({ button, label, children, placement }: MenuContentProps) {
  const [isOpen, setOpen] = useState(true);
  const router = useRouter();
  const { ref, isReady } = useTrigger();
  return (
    <MenuTrigger isOpen={isOpen && isReady} onOpenChange={setOpen}>
      <Trigger button={button} ref={ref} />
      <Popover
        offset={4}
        placement={placement ?? "bottom start"}
        className={classes(styles.floating, "min-w-44 max-w-80")}
      >
        <AriaMenu aria-label={label} className="max-h-96 overflow-auto p-1 outline-none">
          {shown(children, (href) => router.push(href))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

type Follow = (href: string) => void;

/** Returns the rendered parts of a menu, without children that are no menu parts. */
function shown(children: ReactNode, follow: Follow): ReactNode[] {
  return Children.toArray(children).flatMap((child): ReactNode[] => {
    if (!isValidElement(child)) return [];
    if (child.type === Fragment) return shown((child.props as Holding).children, follow);
    if (child.type === MenuItem) return [item(child.props as MenuItemProps, child.key, follow)];
    if (child.type === MenuSection) {
      return [section(child.props as MenuSectionProps, child.key, follow)];
    }
    if (child.type === MenuSeparator) {
      return [<Separator key={child.key} className="-mx-1 my-1 h-px bg-line" />];
    }
    return [];
  });
}

interface Holding {
  readonly children: ReactNode;
}

function item(props: MenuItemProps, key: string | null, follow: Follow): ReactNode {
  const { id, children, text, icon, href, onAction, isDanger, isDisabled } = props;
  const textValue = text ?? (typeof children === "string" ? children : "");
  return (
    <AriaMenuItem
      key={key}
      {...(id !== undefined && { id })}
      {...(isDisabled !== undefined && { isDisabled })}
      textValue={textValue}
      onAction={() => (href === undefined ? onAction?.() : follow(href))}
      className={classes(styles.option, isDanger && "text-danger data-focused:text-danger")}
    >
      {({ isSelected, selectionMode }) => (
        <>
          {selectionMode !== "none" && (
            <Check size={14} aria-hidden className={isSelected ? "text-accent" : "invisible"} />
          )}
          {icon}
          <span className="min-w-0 flex-1 truncate">{children}</span>
        </>
      )}
    </AriaMenuItem>
  );
}

function section(
  { title, children, choose }: MenuSectionProps,
  key: string | null,
  follow: Follow,
) {
  return (
    <AriaMenuSection
      key={key}
      {...(choose && {
        selectionMode: "single",
        selectedKeys: [choose.chosen],
        disallowEmptySelection: true,
        onSelectionChange: (keys) => choose.onChange([...keys].join()),
        shouldCloseOnSelect: true,
      })}
    >
      <Header className="px-2 pt-2 pb-1 font-medium text-12 text-ink-muted">{title}</Header>
      {shown(children, follow)}
    </AriaMenuSection>
  );
}
