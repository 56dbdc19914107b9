import type { ReactNode } from "react";
import { useLocaleState, useTranslate } from "ra-core";
import { Icon } from "../ui/icon.tsx";
import { Mark } from "../ui/mark.tsx";

/** The page around every step before the portal. */
export function Gate({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  const translate = useTranslate();
  const [locale, setLocale] = useLocaleState();
  const other = locale === "ar" ? "en" : "ar";
  return (
    <div className={`gate${isWide ? " wide" : ""}`}>
      <main>
        <div className="gate-name">
          <Mark size={44} />
          <span>
            {translate("shell.name")}
            <small>{translate("shell.title_short")}</small>
          </span>
        </div>
        <div className="gate-card">{children}</div>
      </main>
      <footer className="gate-foot">
        <a href={locale === "ar" ? "/ar" : "/"}>
          <Icon name="arrow-left" size={14} mirrors />
          {translate("sign_in.back")}
        </a>
        <button type="button" lang={other} onClick={() => void setLocale(other)}>
          <Icon name="languages" size={16} />
          {other === "ar" ? "العربية" : "English"}
        </button>
      </footer>
    </div>
  );
}
