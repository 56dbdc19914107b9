import Globe from "lucide-react/icons/globe";
import Menu from "lucide-react/icons/menu";
import { useEffect, useState, type MouseEvent } from "react";
import { m } from "#messages";
import { buttonClass } from "#ui/button-style.ts";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Logo } from "#ui/mark.tsx";
import { Modal } from "#ui/modal.tsx";
import { FrameLabel } from "../frame-label.tsx";
import { siteMenu } from "../menu.ts";
import { LanguageLink } from "./language-link.tsx";
import { MenuList } from "./menu-list.tsx";
import { SessionLinks } from "./session-halves.tsx";

/** Below 1280 px: the menu button and the full-height sheet it opens. The page behind is inert and does not scroll. */
export function MenuSheet({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const wide = matchMedia("(min-width: 80rem)");
    const close = () => setOpen(false);
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [isOpen]);
  const closeOnLink = (event: MouseEvent) => event.target instanceof Element && event.target.closest("a") && setOpen(false);
  const title = (
    <>
      <span className="sr-only">{m.site_menu_open()}</span>
      <span aria-hidden="true">
        <Logo name={m.site_name_first()} rest={m.site_name_second()} />
      </span>
    </>
  );
  return (
    <>
      <IconButton icon={Menu} label={m.site_menu_open()} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)} className="-me-3 xl:hidden" />
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={title} closeLabel={m.site_menu_close()} look="sheet">
        <div className="-mx-5 flex-1" onClick={closeOnLink}>
          <nav aria-label={m.site_menu_name()} className="border-t border-line">
            <MenuList entries={siteMenu()} path={path} />
          </nav>
          <div className="grid gap-4 p-5">
            <SessionLinks className="gap-4" linkClassName={buttonClass({ variant: "secondary" }, false, "flex-1")} />
            <div className="flex min-h-11 items-center justify-between gap-4 text-sm">
              <span className="flex items-center gap-2">
                <Icon as={Globe} size="sm" />
                {m.site_language_name()}
              </span>
              <span className="-me-2 flex *:inline-flex *:min-h-11 *:items-center *:px-2 *:text-ink-3 *:aria-[current]:font-medium *:aria-[current]:text-ink">
                <LanguageLink to="en">
                  <FrameLabel name="english" />
                </LanguageLink>
                <LanguageLink to="ar">
                  <FrameLabel name="arabic" />
                </LanguageLink>
              </span>
            </div>
          </div>
        </div>
      </Modal>
    </>
  );
}
