export type ListFilter = Record<string, unknown>;
/** A view of a list that people come for: a tab. */
export interface ListView {
  name: string;
  label: string;
  filter: ListFilter;
  /** Null while it is not known: its place is kept. */
  count?: number | null | undefined;
}
