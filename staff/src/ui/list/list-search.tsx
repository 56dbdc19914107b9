import { useEffect, useState } from "react";
import { useListContext } from "ra-core";
import { Icon } from "../icon.tsx";

const pauseMs = 300;

/** Asks when typing pauses. */
export function ListSearch({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const asked = typeof filterValues["q"] === "string" ? filterValues["q"] : "";
  const [text, setText] = useState(asked);
  const [lastAsked, setLastAsked] = useState(asked);
  // A view or the address has brought other words.
  if (asked !== lastAsked) {
    setLastAsked(asked);
    setText(asked);
  }
  useEffect(() => {
    const words = text.trim();
    if (words === asked) return undefined;
    const timer = setTimeout(() => {
      const { q: _, ...others } = filterValues;
      setLastAsked(words);
      setFilters(words ? { ...others, q: words } : others, [], false);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, asked, filterValues, setFilters]);
  return (
    <span className="list-search">
      <Icon name="search" size={16} />
      <input
        type="search"
        // Empty, the page's: `auto` would cut the hint at its beginning in Arabic.
        dir={text === "" ? undefined : "auto"}
        maxLength={100}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  );
}
