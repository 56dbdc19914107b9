import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { DemoLink } from "../demo-dialog.tsx";
import { MenuContent } from "./menu-content.tsx";

export default function MenuWithoutScript({ path }: { path: string }) {
  return (
    <details className="group/menu -me-3 xl:hidden">
      <summary className="grid size-11 list-none place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{m.site_menu_open()}</span>
        <Icon name="menu" className="group-open/menu:hidden" />
        <Icon name="x" className="hidden! group-open/menu:block!" />
      </summary>
      <div className="absolute inset-x-0 top-full flex flex-col border-b border-line bg-bg text-ink shadow-3">
        <MenuContent path={path} demo={<DemoLink block />} />
      </div>
    </details>
  );
}
