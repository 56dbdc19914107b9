import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";

export interface ViewTabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: ReactNode }[];
  value: Id;
  onChange(id: NoInfer<Id>): void;
  /** Content of the selected tab. */
  children: ReactNode;
}

/** Classes of a row of buttons that act as tabs. The selected one has `aria-pressed`. */
export const tabRowClass =
  "scroll-row items-center border-b border-line px-3 [&>button]:-mb-px [&>button]:border-b-2 [&>button]:border-transparent [&>button]:px-3 [&>button]:py-2.75 [&>button]:whitespace-nowrap [&>button]:text-ink-2 [&>button]:-outline-offset-2! [&>[aria-pressed=true]]:border-primary [&>[aria-pressed=true]]:font-medium [&>[aria-pressed=true]]:text-primary";

/** Tabs with their content, in a card. */
export function ViewTabs<Id extends string>({ label, tabs, value, onChange, children }: ViewTabsProps<Id>) {
  return (
    <AriaTabs selectedKey={value} onSelectionChange={(id) => onChange(id as Id)}>
      <TabList aria-label={label} className="scroll-row gap-1 border-b border-line px-3 pt-1.5">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px flex min-h-10.5 cursor-pointer items-center gap-1.5 whitespace-nowrap border-b-2 border-transparent px-3 text-ink-2 -outline-offset-2! hover:text-ink data-selected:border-primary data-selected:font-medium data-selected:text-primary"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {/* One panel for each tab, because a tab refers to the panel that it controls. */}
      <TabPanel key={value} id={value} className="-outline-offset-2!">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
