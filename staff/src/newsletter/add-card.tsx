import { escapeHtml } from "../../../src/platform/escape-html.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { ComboBox } from "../parts/combo-box.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import type { Texts } from "./use-draft.ts";
import { Button } from "../../../src/ui/button.tsx";

type Kind = "course" | "news";
interface Item {
  id: string;
  title: string;
  title_ar: string;
  path: string;
  onSite: boolean;
}

/** Returns a paragraph with only a link to a course or a story. The email shows such a paragraph as a card. */
const createCardHtml = (path: string, title: string) => `<p><a href="${escapeHtml(path)}">${escapeHtml(title)}</a></p>`;

/** Appends a course or a story to both texts, each in its language. */
export function AddCards({ texts, write }: { texts: Texts; write(name: keyof Texts, html: string): void }) {
  const [kind, setKind] = useState<Kind | null>(null);
  const add = ({ path, title, title_ar }: Item) => {
    write("body_eng", texts.body_eng + createCardHtml(path, title));
    write("body_ar", texts.body_ar + createCardHtml(`/ar${path}`, title_ar || title));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(["course", "news"] as const).map((item) => (
        <Button variant="secondary" key={item} size="sm" icon="plus" onClick={() => setKind(item)}>
          {m[`staff_newsletter_card_add_${item}`]()}
        </Button>
      ))}
      <span className="text-sm text-ink-3">{m.staff_newsletter_card_hint()}</span>
      {kind && <ChooseItem kind={kind} onClose={() => setKind(null)} onChosen={add} />}
    </div>
  );
}

function ChooseItem({ kind, onClose, onChosen }: { kind: Kind; onClose(): void; onChosen(item: Item): void }) {
  const { localized } = useFormats();
  const [query, setQuery] = useState("");
  const [item, setItem] = useState<Item | null>(null);
  const formatTitle = (item: Item) => localized(item.title, item.title_ar);
  // The title of the selected item is in the field too, but it is not a search.
  const searchText = item && query === formatTitle(item) ? "" : query.trim();
  const filter = { entity: kind, ...(searchText && { q: searchText }) };
  const { data, error } = useQuery(staffQuery("GET /api/staff/content", { per_page: 50, ...filter }));
  return (
    <ConfirmDialog
      isOpen
      title={m[`staff_newsletter_card_add_${kind}`]()}
      actionLabel={m.staff_newsletter_card_add()}
      isReady={item !== null}
      onClose={onClose}
      onConfirm={async () => {
        if (item) onChosen(item);
      }}
    >
      <p>{m[`staff_newsletter_card_text_${kind}`]()}</p>
      <ComboBox
        autoFocus
        isServerFiltered
        label={m[`staff_newsletter_card_${kind}`]()}
        items={(data?.data ?? []).filter(({ onSite }) => onSite)}
        getKey={({ id }) => String(id)}
        getText={formatTitle}
        emptyText={m.staff_newsletter_card_none()}
        value={item}
        onChange={setItem}
        text={query}
        onText={setQuery}
        error={error?.message}
      />
    </ConfirmDialog>
  );
}
