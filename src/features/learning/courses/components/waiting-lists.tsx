import { untilLabel } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { callApi, type Reply } from "#platform/api-client.ts";
import { m } from "#messages";
import { ConfirmButton } from "#ui/confirm-button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Fact, list, Row, Section } from "./course-list.tsx";

type Places = Reply<"/api/my-waiting-lists">["places"];

function Place({ place, onChange }: { place: Places[number]; onChange: () => void }) {
  const locale = useLocale();
  async function leave() {
    const done = await callApi("/api/leave-waiting-list", { course_id: place.run_id });
    if (!done.ok) return done.message;
    onChange();
    return "";
  }
  const isOffer = place.state === "offered";
  return (
    <Row
      course={place}
      leaf={isOffer ? "offer" : "ahead"}
      facts={
        <Fact icon={isOffer ? "clock" : "users"}>
          {isOffer && place.ends_at
            ? m.waiting_held_until({ time: isolate(untilLabel(new Date(place.ends_at), locale)) })
            : m.waiting_in_line({
                nth: m.waiting_nth({ position: place.position ?? 1 }),
                taken: isolate(place.taken),
                capacity: isolate(place.capacity),
              })}
        </Fact>
      }
      action={
        isOffer ? (
          <LinkButton size="sm" to={`/waiting-list/${place.id}`}>
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

/** The waiting lists someone is on, and the seats offered to them. */
export function WaitingLists({ places, onChange }: { places: Places; onChange: () => void }) {
  return (
    <Section id="waiting-heading" title={m.waiting_lists()} count={places.length}>
      <ul className={list}>
        {places.map((place) => (
          <Place key={place.id} place={place} onChange={onChange} />
        ))}
      </ul>
    </Section>
  );
}
