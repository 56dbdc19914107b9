import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { emptyCard } from "#features/payments/card.ts";
import { CardSection } from "./components/card-fields.tsx";

it("U-01 L-4 card names in the icons run left to right in every language", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CardSection card={emptyCard} onChange={() => {}} />
    </MemoryRouter>,
  );
  const names = html.match(/<text[^>]*>/g) ?? [];
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toContain('direction="ltr"');
});
