import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { siteArt } from "#ui/art/manifest.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";

/** The first screen: one sentence, one way on, and the trace that crosses the pattern. On phones the picture lies below the text. */
export function Hero() {
  const locale = useLocale();
  return (
    <section className="relative isolate overflow-hidden bg-palm-900 text-on-band">
      <div aria-hidden="true" className="absolute inset-x-0 top-[38%] bottom-0 -z-1 md:top-0">
        <Picture picture={siteArt[locale === "ar" ? "hero-ar" : "hero"]} mobile={siteArt["hero-mobile"]} alt="" isPriority className="size-full bg-transparent!" imgClassName="absolute inset-0" />
        <div className="absolute inset-0 max-md:shade-top md:shade-start" />
      </div>
      <div className="wrap pt-13 pb-80 md:pt-28 md:pb-42">
        <div className="max-w-[41rem]">
          <Eyebrow className="mb-6.5 text-spark!">{m.site_tagline()}</Eyebrow>
          <h1 className="text-display">{m.site_home_heading()}</h1>
          <p className="mt-6.5 mb-9.5 max-w-136 text-lead md:max-xl:max-w-[42vw] text-on-band-2 text-pretty">{m.site_home_lead()}</p>
          <LinkButton to="/courses" variant="cream" size="lg" className="max-md:w-full">
            {m.site_home_browse()}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
