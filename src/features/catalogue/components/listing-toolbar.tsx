import RotateCcw from "lucide-react/icons/rotate-ccw";
import Search from "lucide-react/icons/search";
import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { useLocalePath } from "#i18n/link.tsx";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { listingAddress, type Listing } from "../listing.ts";
import { ListingDates } from "./listing-dates.tsx";

/** Words and dates to look for. What is applied lives in the address; this form only drafts it, and works without script. */
export function ListingToolbar({ listing, isPending }: { listing: Listing; isPending: boolean }) {
  const navigate = useNavigate();
  const path = useLocalePath();
  const applied = listingAddress({ ...listing, page: 1 });
  const [draft, setDraft] = useState({ of: applied, ...listing });
  // Back, forward and Reset change the address under the form: it follows.
  if (draft.of !== applied) setDraft({ of: applied, ...listing });

  function search(event: FormEvent) {
    event.preventDefault();
    void navigate(path(listingAddress({ page: 1, q: draft.q.trim(), from: draft.from, to: draft.to })));
  }

  return (
    <form role="search" action={path("/courses")} method="get" onSubmit={search} className="relative z-2 -mt-17 grid items-start gap-3 rounded-[18px] border border-line bg-surface p-4 shadow-2 md:grid-cols-2 [&_input]:h-12 lg:grid-cols-[minmax(0,1fr)_20.5rem_auto_auto]">
      <TextField type="search" name="q" maxLength={120} icon={Search} label={m.catalogue_search_label()} hideLabel placeholder={`${m.catalogue_search_placeholder()}\u200e`} value={draft.q} onChange={(event) => setDraft({ ...draft, q: event.target.value })} />
      <ListingDates dates={draft} onChange={({ from, to }) => setDraft({ ...draft, from, to })} />
      <Button type="submit" isPending={isPending}>{m.catalogue_search()}</Button>
      <LinkButton variant="ghost" to="/courses"><Icon as={RotateCcw} size="sm" />{m.catalogue_reset()}</LinkButton>
    </form>
  );
}
