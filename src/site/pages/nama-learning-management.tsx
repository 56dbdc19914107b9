import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import * as learningHeadArt from "#ui/art/pictures/learning-head.ts";
import * as learningDemoArt from "#ui/art/pictures/learning-demo.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { DemoCard } from "../demo/demo-card.tsx";
import { DemoButton } from "../demo-dialog.tsx";
import { ShellLabel } from "../shell-label.tsx";
import { FeatureRows } from "../learning/feature-rows.tsx";
import { Steps } from "../learning/steps.tsx";

const khuzama = "[--nh-palm-900:#1f1738] [--nh-palm-200:#dcd2f4] [--nh-on-band-2:#dcd2f4]";

/** C-06. */
export default function NamaLearningManagement() {
  const locale = useLocale();
  const art = locale === "ar" ? learningHeadArt.arabic : learningHeadArt.picture;
  return (
    <>
      <Breadcrumb
        isDark
        label={m.site_breadcrumb()}
        items={[{ label: <ShellLabel name="home" />, to: "/" }, { label: m.site_learning_title() }]}
      />
      <PageHead
        isTall
        tone="dark"
        title={m.site_learning_heading()}
        lead={m.site_learning_lead()}
        art={art}
        className={`${khuzama} md:[&>.wrap]:pt-28 md:[&>.wrap]:pb-26 md:[&>span]:w-1/2 xl:[&>span]:w-[66%] md:[&>.wrap>div]:max-w-1/2 xl:[&>.wrap>div]:max-w-132`}
      >
        <DemoButton variant="cream" size="lg" className="max-md:w-full" />
        <LinkButton to="/medical-training-center" variant="outlined" size="lg" className="max-md:w-full">
          {m.site_learning_courses()}
        </LinkButton>
      </PageHead>
      <FeatureRows />
      <Steps />
      <div className="wrap py-section">
        <DemoCard
          tone="palm"
          art={{ en: learningDemoArt.picture, ar: learningDemoArt.arabic }}
          title={m.site_learning_demo()}
          text={m.site_learning_demo_text()}
        />
      </div>
    </>
  );
}
