import { useState } from "react";
import { Form } from "react-router";
import { useSearchPlaceholder } from "#i18n/label.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { longestQuery } from "../query.ts";

export function SearchBox({ q }: { q: string }) {
  const [draft, setDraft] = useState({ of: q, text: q });
  if (draft.of !== q) setDraft({ of: q, text: q });
  return (
    <Form
      role="search"
      action={useLocalePath()("/search")}
      className="flex items-center gap-4 border-b-2 border-ink pb-3.5 focus-within:border-primary"
    >
      <Icon name="search" size="lg" className="text-ink-3 max-md:size-6" />
      <input
        name="q"
        type="search"
        maxLength={longestQuery}
        dir="auto"
        value={draft.text}
        onChange={(event) => setDraft({ of: q, text: event.target.value })}
        aria-label={m.search_field()}
        placeholder={useSearchPlaceholder(m.search_placeholder())}
        className="min-w-0 flex-1 bg-transparent font-display text-[1.625rem] leading-[1.3] font-light tracking-(--nh-track-display) outline-none placeholder:text-ink-3 md:text-h1 [&::-webkit-search-cancel-button]:appearance-none"
      />
      <Button type="submit" className="max-md:sr-only">
        {m.search_submit()}
      </Button>
    </Form>
  );
}
