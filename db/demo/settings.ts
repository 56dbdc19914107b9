/** The site as the demo shows it: every value is an example, and none belongs to a real company. */
export const demoSettings = {
  addressEng: "Office 00, Example Tower, King Fahd Road, Riyadh, Saudi Arabia",
  addressAr: "مكتب 00، برج المثال، طريق الملك فهد، الرياض، المملكة العربية السعودية",
  phone: "+966 11 000 0000",
  email: "hello@example.com",
  social: {
    linkedin: "https://linkedin.example.com/nama-health",
    x: "https://x.example.com/nama-health",
    youtube: "https://youtube.example.com/nama-health",
  },
  /** The cart's symbol; the specification keeps it apart from the SAR shown elsewhere. */
  currencySymbol: "$",
  taxPercent: 15,
  sellerNameEng: "Nama Health Training Company (demo)",
  sellerNameAr: "شركة نماء الصحية للتدريب (عرض تجريبي)",
  vatNumber: "300000000000003",
  crNumber: "0000000000",
  bankNameEng: "Example Bank (demo)",
  bankNameAr: "بنك المثال (عرض تجريبي)",
  /** The standard's own example. */
  iban: "SA0380000000608010167519",
  /** Which Arabic messages the site shows; the other set, `as-specified`, leaves much of the menu in English. */
  arabicMessages: "complete",
} as const;
