import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import type { Locale } from "#i18n/locale.ts";

export interface GridModule {
  id: string;
  icon: IconName;
  name: string;
  text: string;
  /** Language of name and text where it is not the page's. */
  lang?: Locale | undefined;
}

export function ModuleGrid({ modules }: { modules: readonly GridModule[] }) {
  return (
    <ul className="grid border-s border-t border-line md:grid-cols-2 lg:grid-cols-4">
      {modules.map(({ id, icon, name, text, lang }) => (
        <li
          key={id}
          className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-2 border-e border-b border-line p-[1.15rem] transition-ui hover:bg-primary-tint md:block md:px-6.5 md:pt-7.5 md:pb-8.5"
        >
          <Icon name={icon} size="lg" className="row-span-2 text-primary md:mb-6.5" />
          <h3 lang={lang} className="font-sans text-h4 tracking-normal">
            <bdi>{name}</bdi>
          </h3>
          <p lang={lang} className="text-sm text-ink-2 md:mt-2">
            <bdi>{text}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
