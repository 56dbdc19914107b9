import type { SoftwareModule } from "#features/content/content.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import type { IconName } from "#ui/icon-names.ts";
import { ModuleGrid } from "./module-grid.tsx";

const icons: Record<string, IconName> = {
  "incident-and-event-management": "siren",
  "audit-management": "clipboard-check",
  "workforce-compliance": "badge-check",
  "action-and-improvement-plans": "list-checks",
  "document-management": "folder-open",
  "risk-management": "triangle-alert",
  "business-compliance": "scale",
  analytics: "chart-column",
};

export function QualityModules({ modules }: { modules: readonly SoftwareModule[] }) {
  const locale = useLocale();
  const shown = modules.map((module) => {
    const name = localText(locale, module.name_eng, module.name_ar);
    const { text } = localText(locale, module.description_eng, module.description_ar);
    return {
      id: module.slug,
      icon: icons[module.slug] ?? "sparkle",
      name: name.text,
      text,
      lang: name.lang === locale ? undefined : name.lang,
    };
  });
  return <ModuleGrid modules={shown} />;
}
