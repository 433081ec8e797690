import { Fragment } from "react";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { groupNames, groupsOf } from "@/lib/schema/groups";
import { isRole, type Role } from "@/lib/schema/permission-titles";
import { everyRight, type Resource, type Right } from "@/lib/schema/resource";
import {
  addToRole,
  grantedResources,
  permissionsAllow,
  resourcesOfRoles,
  rightNames,
  splitPermissions,
} from "./granting";
import { SelectionSummary } from "./selection-summary";

interface Props {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Titles that may be granted. */
  readonly may: ReadonlySet<string>;
}

/** Table of resources by right. A box is one permission title of the reference. */
export function PermissionMatrix({ value, onChange, may }: Props) {
  const { roles, singles } = splitPermissions(value);
  const isOpen = (title: string) => may.has(title) && !isCoveredByRole(title, roles);
  const set = (titles: readonly string[], on: boolean) => {
    const changing = new Set(titles.filter(isOpen));
    const kept = value.filter((title) => !changing.has(title));
    onChange(on ? [...kept, ...changing] : kept);
  };
  const parts = { value, roles, isOpen, set };
  return (
    <div className="grid gap-2">
      <SelectionSummary
        {...{ singles, may }}
        hasRole={roles.length > 0}
        onRole={(role) => onChange(addToRole(role, []))}
      />
      <div className="rounded-sm border border-line">
        <table className="w-full border-collapse text-13">
          <thead className="sticky -top-px z-10 bg-surface-floating shadow-[0_1px_0_var(--line)]">
            <tr>
              <th scope="col" className="px-3 py-1.5 text-left font-medium text-12 text-ink-muted">
                Resource
              </th>
              <th
                scope="col"
                className={`${cell} pt-1.5 font-normal text-12 text-ink-muted max-sm:hidden`}
              >
                All
              </th>
              {everyRight.map((right) => (
                <th key={right} scope="col" className={`${cell} pt-1.5`}>
                  <Toggle
                    {...parts}
                    titles={titlesOf(resourcesOfRoles, [right])}
                    label={`${rightNames[right]} all resources`}
                    text={rightNames[right]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groupsOf(grantedResources).map(([group, members]) => (
              <Fragment key={group}>
                <tr>
                  <th
                    scope="colgroup"
                    colSpan={6}
                    className="bg-surface-sunken px-3 py-1 text-left font-medium text-12 text-ink-muted"
                  >
                    {groupNames[group]}
                  </th>
                </tr>
                {members.map((resource) => (
                  <ResourceRow key={resource.path} resource={resource} {...parts} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const cell = "w-20 px-1 text-center max-sm:w-11 max-sm:px-0";

interface Parts {
  readonly value: readonly string[];
  readonly roles: readonly Role[];
  /** Returns true for a title that may be granted and that no chosen role includes. */
  readonly isOpen: (title: string) => boolean;
  readonly set: (titles: readonly string[], on: boolean) => void;
}

function ResourceRow({ resource, ...parts }: Parts & { readonly resource: Resource }) {
  return (
    <tr className="border-line border-t hover:bg-surface-sunken">
      <th scope="row" className="py-1 pl-3 text-left font-normal text-ink wrap-anywhere">
        {sentenceCase(resource.plural)}
      </th>
      <td className={`${cell} max-sm:hidden`}>
        <Toggle
          {...parts}
          titles={titlesOf([resource], everyRight)}
          label={`All permissions for ${inSentence(resource.plural)}`}
        />
      </td>
      {everyRight.map((right) => (
        <td key={right} className={cell}>
          <TitleBox resource={resource} right={right} {...parts} />
        </td>
      ))}
    </tr>
  );
}

function TitleBox(props: Parts & { readonly resource: Resource; readonly right: Right }) {
  const { resource, right, value, roles, isOpen, set } = props;
  const title = resource.permission[right];
  if (title === undefined) return <span className="sr-only">Not available</span>;
  const comesWithRole = permissionsAllow(roles, resource, right);
  // One title may cover several resources. Boxes of the other resources then name them.
  const isOthers =
    !title.endsWith(resource.name) &&
    grantedResources.some(
      (other) => other !== resource && Object.values(other.permission).includes(title),
    );
  return (
    <label className={box} title={comesWithRole ? `${title} (included in the role)` : title}>
      <input
        type="checkbox"
        aria-label={isOthers ? `${title} (${resource.plural})` : title}
        checked={comesWithRole || value.includes(title)}
        disabled={!isOpen(title) && !value.includes(title)}
        onChange={(event) => set([title], event.target.checked)}
        className={tick}
      />
    </label>
  );
}

function Toggle(
  props: Parts & {
    readonly titles: readonly string[];
    readonly label: string;
    readonly text?: string;
  },
) {
  const { titles, label, text, value, isOpen, set } = props;
  const open = titles.filter(isOpen);
  const chosen = open.filter((title) => value.includes(title)).length;
  return (
    <label className={`${box} font-medium text-12 text-ink-muted`}>
      {text}
      <input
        type="checkbox"
        aria-label={label}
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && chosen < open.length;
        }}
        checked={open.length > 0 && chosen === open.length}
        disabled={open.length === 0}
        onChange={(event) => set(titles, event.target.checked)}
        className={tick}
      />
    </label>
  );
}

const box =
  "inline-grid min-h-7 min-w-7 cursor-pointer place-items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11";
const tick = "size-4 accent-accent disabled:opacity-50 pointer-coarse:size-5";

function titlesOf(among: readonly Resource[], rights: readonly Right[]): readonly string[] {
  const titles = among.flatMap(({ permission }) => rights.map((right) => permission[right] ?? ""));
  return [...new Set(titles.filter((title) => title !== "" && !isRole(title)))];
}

/** Returns true when a role covers the title on every resource that the title covers. */
function isCoveredByRole(title: string, roles: readonly Role[]): boolean {
  return grantedResources.every((resource) =>
    everyRight.every(
      (right) => resource.permission[right] !== title || permissionsAllow(roles, resource, right),
    ),
  );
}
