interface MappedVenue {
  venue_eng: string;
  address_eng?: string | null | undefined;
}

/** A search on a public map, outside the site; null without a street address. */
export function venueMapUrl({ venue_eng, address_eng }: MappedVenue): string | null {
  if (!address_eng) return null;
  const city = venue_eng.split(/[,،]\s*/).at(-1) ?? "";
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${address_eng}, ${city}, Saudi Arabia`)}`;
}
