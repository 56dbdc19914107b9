import BadgeCheck from "lucide-react/icons/badge-check";
import ChartColumn from "lucide-react/icons/chart-column";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import FolderOpen from "lucide-react/icons/folder-open";
import ListChecks from "lucide-react/icons/list-checks";
import Scale from "lucide-react/icons/scale";
import Siren from "lucide-react/icons/siren";
import Sparkle from "lucide-react/icons/sparkle";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { SoftwareModule } from "#features/content/content.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import type { IconProps } from "#ui/icon.tsx";
import { ModuleGrid } from "./module-grid.tsx";

const icons: Record<string, IconProps["as"]> = {
  "incident-and-event-management": Siren,
  "audit-management": ClipboardCheck,
  "workforce-compliance": BadgeCheck,
  "action-and-improvement-plans": ListChecks,
  "document-management": FolderOpen,
  "risk-management": TriangleAlert,
  "business-compliance": Scale,
  analytics: ChartColumn,
};

/** The quality modules and Radar's analytics, as the content store tells of them. */
export function QualityModules({ modules }: { modules: readonly SoftwareModule[] }) {
  const locale = useLocale();
  const shown = modules.map((module) => {
    const name = localText(locale, module.name_eng, module.name_ar);
    const { text } = localText(locale, module.description_eng, module.description_ar);
    return { id: module.slug, icon: icons[module.slug] ?? Sparkle, name: name.text, text, lang: name.lang === locale ? undefined : name.lang };
  });
  return <ModuleGrid modules={shown} />;
}
