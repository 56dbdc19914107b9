import { requestContext } from "#platform/request-context.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import * as trainingHeadArt from "#ui/art/pictures/training-head.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { ShellLabel } from "../shell-label.tsx";
import { trainingCourses } from "../training/course-lists.server.ts";
import { EducationSlider } from "../training/education-slider.tsx";
import { Expectations } from "../training/expectations.tsx";
import { VideoBand } from "../training/video-band.tsx";
import { PartnerPanel } from "../training/partner-panel.tsx";
import { QualityTiles } from "../training/quality-tiles.tsx";
import type { Route } from "./+types/medical-training-center";

export const loader = ({ context }: Route.LoaderArgs) => trainingCourses(context.get(requestContext));

/** C-04. */
export default function MedicalTrainingCenter({
  loaderData: { quality, education, taxPercent },
}: Route.ComponentProps) {
  const locale = useLocale();
  return (
    <>
      <Breadcrumb
        isDark
        label={m.site_breadcrumb()}
        items={[{ label: <ShellLabel name="home" />, to: "/" }, { label: m.site_steps_training() }]}
      />
      <PageHead
        isTall
        tone="dark"
        title={m.site_training_heading()}
        lead={m.site_training_lead()}
        art={locale === "ar" ? trainingHeadArt.arabic : trainingHeadArt.picture}
        className="md:[&>.wrap]:pt-26 md:[&>.wrap]:pb-24 md:[&>span]:w-1/2 xl:[&>span]:w-[62%]"
      >
        <LinkButton to="/courses" variant="cream" size="lg" className="max-md:w-full">
          {m.site_training_browse()}
        </LinkButton>
        <LinkButton to="/course-registration-info" variant="outlined" size="lg" className="max-md:w-full">
          {m.site_training_how()}
        </LinkButton>
      </PageHead>
      <div className="pb-section">
        <Expectations />
        {quality.length > 0 && <QualityTiles courses={quality} taxPercent={taxPercent} />}
      </div>
      {education.length > 0 && <EducationSlider courses={education} taxPercent={taxPercent} />}
      <VideoBand />
      <PartnerPanel />
    </>
  );
}
