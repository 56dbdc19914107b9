import { teamMembers } from "#features/content/team.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { errorForLog } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as consultancyHeadArt from "#ui/art/pictures/consultancy-head.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHead } from "#ui/page-head.tsx";
import type { Route } from "./+types/consultancy-services";
import { contactPerson } from "../consultancy/contact-person.ts";
import { Engagement } from "../consultancy/engagement.tsx";
import { FellowshipBand } from "../consultancy/fellowship-band.tsx";
import { Services } from "../consultancy/services.tsx";
import { TalkCard } from "../consultancy/talk-card.tsx";
import { ShellLabel } from "../shell-label.tsx";

/** Decisions §4: without the team the card names the company. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return { person: contactPerson(await teamMembers(ctx)) ?? null };
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "team members failed");
    return { person: null };
  }
}

/** C-05, C-06, C-07. */
export default function ConsultancyServices({ loaderData: { person } }: Route.ComponentProps) {
  const locale = useLocale();
  return (
    <>
      <Breadcrumb
        label={m.site_breadcrumb()}
        items={[{ label: <ShellLabel name="home" />, to: "/" }, { label: m.site_consultancy_title() }]}
      />
      <PageHead
        title={m.site_consultancy_heading()}
        lead={m.site_consultancy_lead()}
        art={locale === "ar" ? consultancyHeadArt.arabic : consultancyHeadArt.picture}
        className="md:pb-5"
      >
        <LinkButton href="#talk" size="lg" className="max-md:w-full">
          {m.site_consultancy_talk()}
        </LinkButton>
      </PageHead>
      <Services />
      <FellowshipBand />
      <Engagement />
      <TalkCard person={person} />
    </>
  );
}
