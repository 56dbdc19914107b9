import { useEffect, useRef, useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";

/** Letters that every document can print. Most names use only these and need no check. */
const commonLetters = /^[\u0020-\u017f\u0621-\u064a]*$/;

/**
 * Shows which typed letters no document can print, once the field is left. The form can still be sent. The list of
 * letters is loaded only for names that may need it.
 */
export function UnprintableNote({ fields }: { fields: readonly string[] }) {
  const noteRef = useRef<HTMLParagraphElement>(null);
  const [characters, setCharacters] = useState("");
  const names = fields.join();

  useEffect(() => {
    const form = noteRef.current?.closest("form");
    if (!form) return undefined;
    const check = async () => {
      const inputs = names.split(",").map((name) => form.elements.namedItem(name));
      const text = inputs.map((input) => (input instanceof HTMLInputElement ? input.value : "")).join(" ");
      if (commonLetters.test(text)) return setCharacters("");
      const { unprintableLetters } = await import("#i18n/printable.ts");
      setCharacters(unprintableLetters(text).join(" "));
    };
    const handleLeave = () => void check();
    form.addEventListener("focusout", handleLeave);
    return () => form.removeEventListener("focusout", handleLeave);
  }, [names]);

  return (
    <p ref={noteRef} role="status" className="col-span-full text-sm text-warning empty:absolute">
      {characters && m.accounts_name_unprintable({ characters: isolate(characters) })}
    </p>
  );
}
