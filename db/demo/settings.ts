import { defaultSettings, type SiteSettings } from "#features/settings/settings.ts";

/** The settings of the demo. Every value is an example; none belongs to a real company. */
export const demoSettings = {
  addressEng: "Office 00, Example Tower, King Fahd Road, Riyadh, Saudi Arabia",
  addressAr: "مكتب 00، برج المثال، طريق الملك فهد، الرياض، المملكة العربية السعودية",
  phone: "+966 11 000 0000",
  email: "hello@example.com",
  socialLinks: [
    { network: "linkedin", url: "https://linkedin.example.com/nama-health" },
    { network: "x", url: "https://x.example.com/nama-health" },
    { network: "youtube", url: "https://youtube.example.com/nama-health" },
  ],
  messageSet: "complete",
  // The specification prescribes this sign for the cart. Prices are in SAR, as the cart says beside it.
  currencySymbol: "$",
  taxPercent: 15,
  seller: {
    nameEng: "Nama Health Training Company (demo)",
    nameAr: "شركة نماء الصحية للتدريب (عرض تجريبي)",
    addressEng: "Office 00, Example Tower, King Fahd Road, Riyadh, Saudi Arabia",
    addressAr: "مكتب 00، برج المثال، طريق الملك فهد، الرياض، المملكة العربية السعودية",
    vatNumber: "300000000000003",
    registrationNumber: "0000000000",
  },
  transfers: {
    ...defaultSettings.transfers,
    bankNameEng: "Example Bank (demo)",
    bankNameAr: "بنك المثال (عرض تجريبي)",
    accountHolder: "Nama Health Training Company (demo)",
    // The example in the IBAN standard.
    iban: "SA0380000000608010167519",
  },
} satisfies Partial<SiteSettings>;
