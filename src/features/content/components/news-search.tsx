import { useState } from "react";
import { Form } from "react-router";
import { useSearchPlaceholder } from "#i18n/label.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import { m } from "#messages";
import { TextField } from "#ui/text-field.tsx";
import { Button } from "#ui/button.tsx";

export function NewsSearch({ search }: { search: string }) {
  const [draft, setDraft] = useState({ of: search, text: search });
  if (draft.of !== search) setDraft({ of: search, text: search });
  return (
    <Form role="search" action={useLocalePath()("/news")} className="w-full md:w-96">
      <TextField
        type="search"
        name="search"
        maxLength={120}
        icon="search"
        label={m.content_news_search()}
        hideLabel
        placeholder={useSearchPlaceholder(m.content_news_search_placeholder())}
        value={draft.text}
        onChange={(event) => setDraft({ of: search, text: event.target.value })}
      />
      <Button type="submit" className="sr-only focus-visible:not-sr-only focus-visible:mt-2">
        {m.content_news_search()}
      </Button>
    </Form>
  );
}
