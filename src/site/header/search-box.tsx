import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { useSearchPlaceholder } from "#i18n/label.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";

export const searchPath = "/search";

/** Replaces the site menu; Escape, its button and a search close it. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const placeholder = useSearchPlaceholder();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Form
      role="search"
      aria-label={m.common_action_search()}
      action={useLocalePath()(searchPath)}
      onSubmit={onClose}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="flex min-w-0 flex-1 items-center gap-3 rounded-[14px] border border-line-2 bg-surface py-1 ps-[1.1rem] pe-1 focus-within:border-primary md:py-2 md:pe-2"
    >
      <Icon name="search" className="text-ink-2" />
      <input
        ref={input}
        name="q"
        type="search"
        dir="auto"
        required
        maxLength={200}
        aria-label={m.common_search_site()}
        placeholder={placeholder}
        className="min-h-11 min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:appearance-none"
      />
      <Button type="submit" size="sm" className="max-md:sr-only">
        {m.site_search_submit()}
      </Button>
      <IconButton icon="x" label={m.site_search_close()} onClick={onClose} />
    </Form>
  );
}
