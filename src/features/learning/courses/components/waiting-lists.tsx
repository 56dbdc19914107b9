import { untilLabel } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { callApi, type Reply } from "#platform/api-client.ts";
import { m } from "#messages";
import { ConfirmButton } from "#ui/confirm-button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Fact, list, Row, Section } from "./course-list.tsx";

type WaitlistEntries = Reply<"/api/my-waiting-lists">["places"];

function EntryRow({ entry, onChange }: { entry: WaitlistEntries[number]; onChange: () => void }) {
  const locale = useLocale();
  async function leave() {
    const answer = await callApi("/api/leave-waiting-list", { course_id: entry.run_id });
    if (!answer.ok) return answer.message;
    onChange();
    return "";
  }
  const isOffer = entry.state === "offered";
  return (
    <Row
      course={entry}
      leaf={isOffer ? "offer" : "ahead"}
      facts={
        <Fact icon={isOffer ? "clock" : "users"}>
          {isOffer && entry.ends_at
            ? m.waiting_held_until({ time: isolate(untilLabel(new Date(entry.ends_at), locale)) })
            : m.waiting_in_line({
                nth: m.waiting_nth({ position: entry.position ?? 1 }),
                taken: isolate(entry.taken),
                capacity: isolate(entry.capacity),
              })}
        </Fact>
      }
      action={
        isOffer ? (
          <LinkButton size="sm" to={`/waiting-list/${entry.id}`}>
            {m.waiting_see_offer()}
          </LinkButton>
        ) : (
          <ConfirmButton
            variant="ghost"
            size="sm"
            label={m.waiting_leave()}
            title={m.waiting_leave_title()}
            text={m.waiting_leave_text()}
            keepLabel={m.waiting_leave_keep()}
            onConfirm={leave}
          />
        )
      }
    />
  );
}

/** The person's entries on waiting lists, and the seats that are offered to them. */
export function WaitingLists({ entries, onChange }: { entries: WaitlistEntries; onChange: () => void }) {
  return (
    <Section id="waiting-heading" title={m.waiting_lists()} count={entries.length}>
      <ul className={list}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onChange={onChange} />
        ))}
      </ul>
    </Section>
  );
}
