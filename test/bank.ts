import { defaultSettings } from "#features/settings/settings.ts";

/** The setting `transfers` of a company that accepts bank transfers. */
export const bank = {
  ...defaultSettings.transfers,
  bankNameEng: "Example Bank",
  bankNameAr: "بنك المثال",
  accountHolder: "Nama Health",
  iban: "SA0380000000608010167519",
};
