import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { publicSettings } from "#features/settings/settings.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { LocalizedHtml } from "#i18n/localized-text.tsx";
import { m } from "#messages";
import { Accordion } from "#ui/accordion.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import type { Route } from "./+types/faq";
import { AskCard } from "../components/ask-card.tsx";
import { faqs, teamMembers } from "../pages.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [questions, members, { phone }] = await Promise.all([faqs(ctx), teamMembers(ctx), publicSettings(ctx)]);
  return { questions, member: members.at(-1), phone };
}

const subscribeToNothing = () => () => {};

/** Id of the question in `/faq#question-3`; undefined until hydration, because the server never sees the hash. */
function useLinkedQuestion(): string | undefined {
  const { hash } = useLocation();
  const isBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isBrowser ? /^#question-(\d+)$/.exec(hash)?.[1] : undefined;
}

export default function FaqPage({ loaderData: { questions, member, phone } }: Route.ComponentProps) {
  const locale = useLocale();
  const openId = useLinkedQuestion() ?? String(questions[0]?.id);
  const items = questions.map((question) => {
    const heading = localText(locale, question.heading_eng, question.heading_ar);
    return {
      id: String(question.id),
      anchor: `question-${question.id}`,
      heading: <bdi lang={heading.lang}>{heading.text}</bdi>,
      content: <LocalizedHtml eng={question.description_eng} ar={question.description_ar} />,
    };
  });
  return (
    <>
      <Breadcrumb items={[{ label: m.common_faq() }]} />
      <div className="wrap grid items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-10 pt-21 pb-section lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr]">
        <div>
          <h1>{m.content_faq_heading()}</h1>
          <p className="mt-5 max-w-104 text-lead text-ink-2 text-pretty">{m.content_faq_lead()}</p>
        </div>
        <Accordion
          key={openId}
          items={items}
          headingLevel={2}
          defaultOpen={openId}
          className="min-w-0 border-t-0! [&_summary]:min-h-[5.45rem] [&_summary]:text-[1.125rem] [&>details:first-child_summary]:min-h-[4.1rem] [&>details:first-child_summary]:pt-[.35rem] lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <AskCard member={member} phone={phone} />
      </div>
    </>
  );
}
