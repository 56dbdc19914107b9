import { useState, type ReactNode } from "react";
import { useMe } from "../frame/session.ts";
import { useNotify } from "../frame/notices.tsx";
import { isFirstLoad } from "../frame/queries.ts";
import { Link, useSearchParams } from "react-router";
import { m, findMessage } from "../messages.ts";
import { useListWidth } from "../parts/list/use-list-width.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { callStaff, StaffApiError } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { Chip } from "../parts/chip.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { useFormats } from "../parts/formats.ts";
import { TextLink } from "../parts/text-link.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { StateChip, formatSubject } from "./enquiry-labels.tsx";
import type { Enquiry } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { useColleagues, useEnquiry, useSavedReplies, useStoreEnquiry } from "./queries.ts";
import { OfferDialog } from "./offer-dialog.tsx";
import { ReplyBox } from "./reply-box.tsx";
import { SenderAside } from "./sender-aside.tsx";
import { clsx } from "clsx/lite";
import { Button } from "../../../src/ui/button.tsx";
import { iconButtonClass } from "../parts/button-classes.ts";

export const threadClass = "flex min-h-0 min-w-0 flex-col bg-surface";

/** One enquiry: the messages, the actions, and the box to reply. */
export function EnquiryThread({ id }: { id: string }) {
  const { data: enquiry, error, refetch } = useEnquiry(id);
  const savedReplies = useSavedReplies();
  // Waits for the saved replies too, because their buttons in the reply box would move the content below.
  if (!enquiry || isFirstLoad(savedReplies))
    return (
      <section className={threadClass}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </section>
    );
  return <Thread enquiry={enquiry} />;
}

function Thread({ enquiry }: { enquiry: Enquiry }) {
  const can = useCan();
  const [query] = useSearchParams();
  // A phone hides the list, which holds the page's main heading.
  const Heading = useListWidth() === "phone" ? "h1" : "h2";
  return (
    <>
      <section className={threadClass} aria-labelledby="enquiry-title">
        <header className="flex flex-wrap items-start gap-3 border-b border-line px-6 py-4 max-md:px-4">
          <Link
            className={`${iconButtonClass} -ms-2 md:hidden`}
            to={{ pathname: "/enquiries", search: query.toString() }}
            aria-label={m.staff_enquiries_back()}
          >
            <Icon name="chevron-left" mirrors />
          </Link>
          <div className="min-w-0 flex-[1_1_15rem]">
            <Heading id="enquiry-title" dir="auto" className="truncate min-w-0 font-sans text-h4 text-match-parent">
              {formatSubject(enquiry)}
            </Heading>
            <p className="text-sm text-ink-3">
              {m[`staff_enquiries_from_${enquiry.kind}`]()} <DateTime value={enquiry.createdAt} isInText />
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2 max-md:basis-full">
            <StateChip state={enquiry.state} />
            {can("enquiries.write") && <Actions enquiry={enquiry} />}
          </div>
        </header>
        <ScrollRegion
          className="grid min-h-0 flex-1 content-start gap-4.5 px-6 py-5 -outline-offset-2! max-md:px-4 md:overflow-y-auto"
          label={m.staff_enquiries_messages()}
        >
          <Message name={enquiry.name} createdAt={enquiry.createdAt}>
            <Text text={enquiry.message || formatSubject(enquiry)} />
          </Message>
          {enquiry.messages.map((message) => (
            <Message
              key={message.id}
              name={message.author}
              createdAt={message.createdAt}
              kind={message.kind}
              mail={message.mail}
              offer={message.offer}
            >
              <Text text={message.text} />
            </Message>
          ))}
        </ScrollRegion>
        {can("enquiries.write") && <ReplyBox enquiry={enquiry} />}
      </section>
      <SenderAside enquiry={enquiry} />
    </>
  );
}

/** The text in paragraphs. The browser detects the direction of each. */
function Text({ text }: { text: string }) {
  return text.split(/\n+/).map((line, index) => (
    <p key={index} dir="auto">
      {line}
    </p>
  ));
}

function Message({
  name,
  createdAt,
  kind,
  mail = null,
  offer = null,
  children,
}: {
  name: string;
  createdAt: string;
  kind?: "reply" | "note";
  mail?: Enquiry["messages"][number]["mail"];
  offer?: Enquiry["messages"][number]["offer"];
  children: ReactNode;
}) {
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.25 gap-y-1.25">
      <Initial isGuest name={name} />
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium" dir="auto">
          {name}
        </span>
        {kind === "note" && <Chip icon="lock">{m.staff_enquiries_note()}</Chip>}
        {kind === "reply" && <Chip icon="reply">{m.staff_enquiries_reply()}</Chip>}
        {offer && <OfferChip offer={offer} />}
        {mail === "failed" && (
          <Chip tone="wrong" icon="mail-x">
            {m.staff_enquiries_mail_failed()}
          </Chip>
        )}
        {mail === "queued" && (
          <Chip tone="info" icon="send">
            {m.staff_enquiries_mail_queued()}
          </Chip>
        )}
        <span className="text-ink-3">
          <DateTime value={createdAt} />
        </span>
      </p>
      <div
        className={clsx(
          "col-start-2 rounded-xl border px-4 py-3.5 leading-relaxed wrap-anywhere [&>p+p]:mt-2.5",
          kind === "note"
            ? "border-note-line bg-note"
            : kind === "reply"
              ? "border-palm-200 bg-primary-tint"
              : "border-line",
        )}
      >
        {children}
      </div>
    </article>
  );
}

const offerTones = { open: "info", accepted: "good", expired: "neutral", withdrawn: "neutral" } as const;

/** The state of a run for a company that was offered in a message, with a link to the run. */
function OfferChip({ offer }: { offer: NonNullable<Enquiry["messages"][number]["offer"]> }) {
  const { date } = useFormats();
  const { state, until, runId } = offer;
  return (
    <>
      <Chip tone={offerTones[state]} icon="file-text">
        {state === "open"
          ? m.staff_enquiries_offer_open({ date: date(until ?? "", "dayMonth") })
          : m[`staff_enquiries_offer_${state}`]()}
      </Chip>
      <TextLink to={`/runs/${runId}`}>{m.staff_enquiries_offer_to_run()}</TextLink>
    </>
  );
}

/** Assigns the enquiry and changes its state. */
function Actions({ enquiry }: { enquiry: Enquiry }) {
  const notify = useNotify();
  const storeEnquiry = useStoreEnquiry();
  const { refetch } = useEnquiry(String(enquiry.id));
  const me = useMe();
  const { data: colleagues } = useColleagues();
  const [isChanging, setIsChanging] = useState(false);
  const [isOffering, setIsOffering] = useState(false);
  const changeEnquiry = async (changes: { state?: Enquiry["state"]; assigneeId?: string | null }) => {
    setIsChanging(true);
    try {
      storeEnquiry(
        await callStaff("PUT /api/staff/enquiries/:id", { id: enquiry.id, version: enquiry.version, ...changes }),
      );
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      notify(error.message, { type: "warning" });
      await refetch();
    } finally {
      setIsChanging(false);
    }
  };
  const otherStates = enquiry.moves.filter((state) => state !== "answered");
  return (
    <>
      <Menu
        size="sm"
        icon="user-round"
        label={m.staff_enquiries_assign()}
        isDisabled={isChanging}
        ticks="single"
        items={[
          ...(colleagues?.data ?? []).map(({ id, name }) => ({
            label: id === me.id ? m.staff_enquiries_me({ name }) : name,
            isTicked: enquiry.assignee?.id === id,
            onChoose: () => void changeEnquiry({ assigneeId: id }),
          })),
          enquiry.assignee && {
            label: m.staff_enquiries_unassign(),
            onChoose: () => void changeEnquiry({ assigneeId: null }),
          },
        ]}
      >
        {enquiry.assignee && <bdi>{enquiry.assignee.name}</bdi>}
      </Menu>
      {enquiry.state !== "spam" && (
        <Button variant="secondary" size="sm" icon="file-text" onClick={() => setIsOffering(true)}>
          {m.staff_enquiries_offer()}
        </Button>
      )}
      {isOffering && <OfferDialog enquiry={enquiry} onClose={() => setIsOffering(false)} />}
      {enquiry.moves.includes("answered") && (
        <Button
          variant="secondary"
          size="sm"
          disabled={isChanging}
          icon="check"
          onClick={() => void changeEnquiry({ state: "answered" })}
        >
          {m.staff_enquiries_moves_answered()}
        </Button>
      )}
      {otherStates
        .filter((state) => state !== "open" || enquiry.state !== "new")
        .map((state) => (
          <Button
            variant="secondary"
            key={state}
            size="sm"
            disabled={isChanging}
            icon={state === "spam" ? "shield-off" : "rotate-ccw"}
            onClick={() => void changeEnquiry({ state })}
          >
            {findMessage(`staff_enquiries_moves_${enquiry.state === "spam" && state === "open" ? "not_spam" : state}`)}
          </Button>
        ))}
    </>
  );
}
