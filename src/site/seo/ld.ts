/** Structured data (schema.org), on the server only. */
import type { PublicSettings } from "#features/settings/settings.ts";
import { localePath, localText, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { iconFiles } from "./icon-files.ts";

export type LdNode = { "@type": string } & Record<string, unknown>;

export interface LdPlace {
  /** No final slash. */
  origin: string;
  locale: Locale;
}

export const publicUrl = ({ origin, locale }: LdPlace, path: string) => origin + localePath(path, locale);

const organizationId = (origin: string) => `${origin}/#organization`;

/** For provider, publisher and author. */
export function organizationName({ origin, locale }: LdPlace): LdNode {
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: m.site_name({}, { locale }),
    url: publicUrl({ origin, locale }, "/"),
  };
}

export function organization(
  place: LdPlace,
  settings: Pick<PublicSettings, "addressEng" | "addressAr" | "phone" | "email" | "socialLinks">,
): LdNode {
  const { origin, locale } = place;
  return {
    ...organizationName(place),
    alternateName: m.site_name({}, { locale: locale === "ar" ? "en" : "ar" }),
    description: m.site_tagline({}, { locale }),
    logo: { "@type": "ImageObject", url: origin + iconFiles.large, width: 512, height: 512 },
    email: settings.email,
    telephone: settings.phone,
    address: {
      "@type": "PostalAddress",
      streetAddress: localText(locale, settings.addressEng, settings.addressAr).text,
      addressCountry: "SA",
    },
    ...(settings.socialLinks.length > 0 && { sameAs: settings.socialLinks.map(({ url }) => url) }),
  };
}

export function website(place: LdPlace): LdNode {
  const { origin, locale } = place;
  return {
    "@type": "WebSite",
    "@id": `${publicUrl(place, "/")}#website`,
    url: publicUrl(place, "/"),
    name: m.site_name({}, { locale }),
    inLanguage: locale,
    publisher: { "@id": organizationId(origin) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${publicUrl(place, "/search")}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

/** `steps` leave out the home page; paths are without language. */
export function breadcrumbs(place: LdPlace, steps: readonly { name: string; path: string }[]): LdNode {
  const all = [{ name: m.content_home({}, { locale: place.locale }), path: "/" }, ...steps];
  return {
    "@type": "BreadcrumbList",
    itemListElement: all.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: publicUrl(place, path),
    })),
  };
}

/** Escaped, so that no text can end the script element or begin another. */
export function ldJson(nodes: readonly LdNode[]): string {
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": nodes });
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
