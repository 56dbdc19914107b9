import Globe from "lucide-react/icons/globe";
import { useEffect } from "react";
import { m } from "#messages";
import { buttonClass } from "#ui/button-style.ts";
import { Icon } from "#ui/icon.tsx";
import { Logo } from "#ui/mark.tsx";
import { Modal } from "#ui/modal.tsx";
import { DemoButton } from "../demo-dialog.tsx";
import { siteMenu } from "../menu.ts";
import { ContactLinks } from "./contact-links.tsx";
import { LanguageLink } from "./language-link.tsx";
import { LanguageName } from "./language-menu.tsx";
import { MenuList } from "./menu-list.tsx";
import { SessionLinks } from "./session-halves.tsx";

/** The full-height sheet with the site menu. The page behind is inert and does not scroll; loaded when somebody reaches for it. */
export default function MenuPanel({ path, isOpen, onClose }: { path: string; isOpen: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!isOpen) return;
    const wide = matchMedia("(min-width: 80rem)");
    // Also the link of the page one is on, which leads nowhere, is a choice made.
    const closeOnLink = (event: MouseEvent) => event.target instanceof Element && event.target.closest("dialog a") && onClose();
    wide.addEventListener("change", onClose);
    document.addEventListener("click", closeOnLink);
    return () => {
      wide.removeEventListener("change", onClose);
      document.removeEventListener("click", closeOnLink);
    };
  }, [isOpen, onClose]);
  const title = (
    <>
      <span className="sr-only">{m.site_menu_open()}</span>
      <span aria-hidden="true">
        <Logo name={m.site_name_first()} rest={m.site_name_second()} />
      </span>
    </>
  );
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} closeLabel={m.site_menu_close()} look="sheet">
      <div className="-mx-5 flex flex-1 flex-col">
        <nav aria-label={m.site_menu_name()} className="border-t border-line">
          <MenuList entries={siteMenu} path={path} />
        </nav>
        <div className="grid gap-4 p-5">
          <DemoButton block onClick={onClose} />
          <SessionLinks className="gap-4" linkClassName={buttonClass({ variant: "secondary" }, false, "flex-1")} />
          <div className="flex min-h-11 items-center justify-between gap-4 text-sm">
            <span className="flex items-center gap-2">
              <Icon as={Globe} size="sm" />
              {m.site_language_name()}
            </span>
            <span className="-me-2 flex *:inline-flex *:min-h-11 *:items-center *:px-2 *:text-ink-3 *:aria-[current]:font-medium *:aria-[current]:text-ink">
              <LanguageLink to="en">
                <LanguageName of="en" />
              </LanguageLink>
              <LanguageLink to="ar">
                <LanguageName of="ar" />
              </LanguageLink>
            </span>
          </div>
        </div>
        <div className="mt-auto grid border-t border-line px-5 pt-3 text-sm text-ink-2 md:hidden">
          <ContactLinks linkClassName="inline-flex min-h-11 items-center gap-2" />
        </div>
      </div>
    </Modal>
  );
}
