import { useCallback, useState } from "react";
import { m } from "#messages";
import { IconButton } from "#ui/icon-button.tsx";
import type MenuPanel from "./menu-panel.tsx";

const load = () => import("./menu-panel.tsx");
const reach = () => void load().catch(() => {});

/** Below 1280 px. The sheet's code is prefetched on hover and touch. */
export function MenuSheet({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const [panel, setPanel] = useState<{ Panel: typeof MenuPanel }>();
  const close = useCallback(() => setOpen(false), []);
  async function open() {
    try {
      setPanel({ Panel: (await load()).default });
      setOpen(true);
    } catch {
      // After a rebuild or without connection: a reloaded page has its menu.
      window.location.reload();
    }
  }
  return (
    <>
      <IconButton
        icon="menu"
        label={m.site_menu_open()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={reach}
        onFocus={reach}
        onClick={() => void open()}
        className="-me-3 xl:hidden"
      />
      {panel && <panel.Panel path={path} isOpen={isOpen} onClose={close} />}
    </>
  );
}
