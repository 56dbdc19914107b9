import { useEffect } from "react";
import { m } from "#messages";
import { Logo } from "#ui/mark.tsx";
import { Modal } from "#ui/modal.tsx";
import { DemoButton } from "../demo-dialog.tsx";
import { MenuContent } from "./menu-content.tsx";

/** The menu as a sheet. Its code is loaded on demand. */
export default function MenuPanel({ path, isOpen, onClose }: { path: string; isOpen: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!isOpen) return;
    const wideWindow = matchMedia("(min-width: 80rem)");
    // A link to the current page closes the menu too, although it does not navigate.
    const closeOnLink = (event: MouseEvent) =>
      event.target instanceof Element && event.target.closest("dialog a") && onClose();
    wideWindow.addEventListener("change", onClose);
    document.addEventListener("click", closeOnLink);
    return () => {
      wideWindow.removeEventListener("change", onClose);
      document.removeEventListener("click", closeOnLink);
    };
  }, [isOpen, onClose]);
  const title = (
    <>
      <span className="sr-only">{m.site_menu_open()}</span>
      <span aria-hidden="true">
        <Logo firstWord={m.site_name_first()} secondWord={m.site_name_second()} />
      </span>
    </>
  );
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} closeLabel={m.site_menu_close()} variant="sheet">
      <div className="-mx-5 flex flex-1 flex-col">
        <MenuContent path={path} demo={<DemoButton block onClick={onClose} />} />
      </div>
    </Modal>
  );
}
