import type { ReactNode } from "react";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Replaces the tools of a list while rows are selected. `title` says how many; the children are the actions. */
export function BulkBar({ title, children, onClose }: { title: string; children: ReactNode; onClose(): void }) {
  return (
    <div
      className="flex flex-wrap items-center gap-2.5 rounded-t-[inherit] bg-palm-900 px-pad py-2.5 text-on-band"
      role="group"
      aria-label={title}
    >
      <Icon name="list-checks" />
      <span className="font-medium">{title}</span>
      {children}
      <Button size="sm" variant="outlined" className="ms-auto" onClick={onClose}>
        {m.staff_common_action_unselect()}
      </Button>
    </div>
  );
}
