import type { ReactNode } from "react";
import { useLocaleState } from "../frame/locale.ts";
import { m } from "../messages.ts";
import { Icon } from "../parts/icon.tsx";
import { Mark } from "../parts/mark.tsx";

/** The page around every step before the portal. */
export function Gate({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  const [locale, setLocale] = useLocaleState();
  const other = locale === "ar" ? "en" : "ar";
  return (
    <div className={`gate${isWide ? " wide" : ""}`}>
      <main>
        <div className="gate-name">
          <Mark size={44} />
          <span>
            {m.staff_shell_name()}
            <small>{m.staff_shell_title_short()}</small>
          </span>
        </div>
        <div className="gate-card">{children}</div>
      </main>
      <footer className="gate-foot">
        <a href={locale === "ar" ? "/ar" : "/"}>
          <Icon name="arrow-left" size={14} mirrors />
          {m.staff_sign_in_back()}
        </a>
        <button type="button" lang={other} onClick={() => void setLocale(other)}>
          <Icon name="languages" size={16} />
          {other === "ar" ? "العربية" : "English"}
        </button>
      </footer>
    </div>
  );
}
