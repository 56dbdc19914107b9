import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Badge, type Tone } from "#ui/badge.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture, type PictureData } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";
import { StarGlyph } from "../star-glyph.tsx";

interface NightHeroProps {
  art: PictureData;
  eyebrow: string;
  title: string;
  lead: string;
  actions: ReactNode;
  children: ReactNode;
}

export function NightHero({ art, eyebrow, title, lead, actions, children }: NightHeroProps) {
  return (
    <section className="relative isolate overflow-hidden bg-palm-900 text-on-band">
      <div aria-hidden="true" className="absolute inset-0 -z-1">
        <Picture
          picture={art}
          alt=""
          isPriority
          className="size-full bg-transparent! max-lg:opacity-55"
          imgClassName="absolute inset-0"
        />
        <div className="absolute inset-0 max-md:shade-top md:shade-start" />
      </div>
      <div className="wrap grid items-center gap-10 pt-16 pb-12 md:py-22 lg:grid-cols-[1fr_1.05fr] lg:gap-16">
        <div className="max-w-164 min-w-0">
          <Eyebrow className="mb-6.5 text-spark!">{eyebrow}</Eyebrow>
          <h1>{title}</h1>
          <p className="mt-5.5 mb-8 max-w-136 text-lead text-on-band-2 text-pretty">{lead}</p>
          <div className="flex flex-wrap gap-3 max-md:*:w-full">{actions}</div>
        </div>
        {children}
      </div>
    </section>
  );
}

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

export const brochureFile = (locale: Locale): string => `/media/nama-his-brochure-${locale}.pdf`;

interface BrochureRowProps {
  tone: "stone" | "surface";
  contents?: string;
  headingLevel: 2 | 3;
  children?: ReactNode;
}

/** Offers the brochure of the product (requirement C-06). */
export function BrochureRow({ tone, contents, headingLevel, children }: BrochureRowProps) {
  const locale = useLocale();
  const other = locale === "ar" ? "en" : "ar";
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={clsx(
        "flex flex-wrap items-center justify-between gap-x-6 gap-y-5 rounded-panel p-[1.35rem] md:px-9",
        tone === "stone" ? "bg-stone md:py-8" : "border border-line bg-surface md:py-6.5",
      )}
    >
      <div className="flex min-w-0 items-center gap-5.5">
        <StarGlyph sign="M10 27h9l2.5-8 5 16 3.5-11 1.5 3H42" className="flex-none max-md:hidden" />
        <div className="min-w-0">
          <Heading className="text-h3">{m.site_digital_brochure()}</Heading>
          <p className="mt-1.5 text-sm text-ink-3">
            <bdi lang="en">PDF</bdi>
            {m.site_digital_brochure_note()} {contents}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-md:w-full max-md:*:w-full">
        <a
          href={brochureFile(other)}
          hrefLang={other}
          type="application/pdf"
          download
          className="inline-flex min-h-11 items-center justify-center font-medium text-primary underline decoration-current/40 underline-offset-3 hover:decoration-current max-md:order-last"
        >
          {m.site_digital_brochure_other()}
        </a>
        <LinkButton
          href={brochureFile(locale)}
          hrefLang={locale}
          type="application/pdf"
          download
          variant="secondary"
          icon="download"
        >
          {m.site_digital_brochure_download()}
        </LinkButton>
        {children}
      </div>
    </div>
  );
}

export interface ProductScreenProps {
  /** Describes the picture; its parts are hidden from screen readers. */
  label: string;
  id?: string;
  icon?: IconName;
  title: string;
  note: string;
  ground?: string;
  children: ReactNode;
}

/** A picture of a product's screen, drawn with elements so that it is sharp, small and in the page's language. */
export function ProductScreen({ label, id, icon, title, note, ground, children }: ProductScreenProps) {
  return (
    <div
      id={id}
      role="img"
      aria-label={label}
      className={clsx(
        "min-w-0",
        id && "lg:scroll-mt-64",
        ground && `rounded-panel p-[clamp(1.25rem,3.5vw,3rem)] ${ground}`,
      )}
    >
      <div
        className={clsx(
          "overflow-hidden rounded-[20px] bg-surface text-ink",
          ground
            ? "border border-line shadow-3"
            : "shadow-[0_40px_90px_-20px_rgb(0_0_0/.6),0_0_0_8px_rgb(255_255_255/.07)]",
        )}
      >
        <div
          className={clsx(
            "flex items-center justify-between gap-4 border-b border-line py-4",
            ground ? "px-4 md:px-[1.35rem]" : "px-[1.35rem]",
          )}
        >
          <span className="flex items-center gap-2.5 font-medium">
            {icon && <Icon name={icon} size="sm" className="text-primary" />}
            {title}
          </span>
          <span className="text-xs text-ink-3">{note}</span>
        </div>
        {children}
      </div>
    </div>
  );
}

export function ScreenBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge tone={tone} className="px-2! py-[.1rem]! text-[11.5px]!">
      {children}
    </Badge>
  );
}

export interface ScreenRow {
  about: string;
  text: string;
  tone: Tone;
  state: string;
}

export function ScreenRows({ rows }: { rows: readonly ScreenRow[] }) {
  return (
    <ul className="border-t border-line">
      {rows.map(({ about, text, tone, state }) => (
        <li
          key={about}
          className="flex items-center justify-between gap-4 border-line px-[1.35rem] py-3 text-sm not-first:border-t"
        >
          <span>
            <span className="font-medium">{about}</span> <span className="text-ink-3">{text}</span>
          </span>
          <ScreenBadge tone={tone}>{state}</ScreenBadge>
        </li>
      ))}
    </ul>
  );
}
