import { useEffect, useState } from "react";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import type { ListedText } from "./contents-list.ts";

/** The last heading that has passed the upper third of the window. */
function useCurrentHeading(contents: ListedText["contents"]): string | undefined {
  const [current, setCurrent] = useState(contents[0]?.id);
  useEffect(() => {
    const look = () => {
      const passed = contents.findLast(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3,
      );
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((atEnd ? contents.at(-1) : (passed ?? contents[0]))?.id);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [contents]);
  return current;
}

/** Beside the text while it scrolls; below 992 px on a card above it, in two columns where they fit. */
export function PageContents({
  contents,
  other,
}: {
  contents: ListedText["contents"];
  other: { to: string; label: string };
}) {
  const current = useCurrentHeading(contents);
  return (
    <nav
      aria-label={m.content_legal_contents()}
      className="rounded-card bg-sunken p-5 lg:sticky lg:top-8 lg:rounded-none lg:bg-transparent lg:p-0"
    >
      <p className="text-sm text-ink-3">{m.content_legal_contents()}</p>
      <ol className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))] gap-x-4 border-line lg:mt-3 lg:mb-6 lg:grid-cols-1 lg:border-s">
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className="flex min-h-11 items-center py-1.5 text-[.9375rem] leading-snug text-ink-2 hover:text-primary aria-[current]:font-medium aria-[current]:text-primary lg:-ms-px lg:min-h-10 lg:border-s-2 lg:border-transparent lg:ps-[1.1rem] lg:aria-[current]:border-primary"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
      <ArrowLink to={other.to} className="text-sm max-lg:hidden">
        {other.label}
      </ArrowLink>
    </nav>
  );
}
