import { useState } from "react";
import { untilLabel } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { callApi, type Reply } from "#platform/api-client.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Fact, list, Row, Section } from "./course-list.tsx";

type Places = Reply<"/api/my-waiting-lists">["places"];

function Place({ place, onChange }: { place: Places[number]; onChange: () => void }) {
  const locale = useLocale();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  async function leave() {
    setPending(true);
    const done = await callApi("/api/leave-waiting-list", { course_id: place.run_id });
    setPending(false);
    if (done.ok) onChange();
    else setProblem(done.message);
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
          <Button variant="ghost" size="sm" isPending={isPending} onClick={() => void leave()}>
            {m.waiting_leave()}
          </Button>
        )
      }
      below={
        problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )
      }
    />
  );
}

/** The lists someone is on, and the seats that are held for them. */
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
