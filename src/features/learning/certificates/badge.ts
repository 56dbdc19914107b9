import type { IssuedCertificate } from "./certificate.ts";

/** Certificates per status list, where a verifier checks that a certificate is still valid. */
export const statusListSize = 131_072;
export const statusListPath = "/badges/status";

/** Picture of the badge that wallets show. */
const picture = "/art/badge.0d147c8c8e.svg";

/**
 * Salted hash of the holder's email address. Someone who knows the address can compare it; nobody can read it from the
 * hash.
 */
export interface HashedEmail {
  /** SHA-256 of the address followed by the salt, in hex. */
  hash: string;
  salt: string;
}

/** Finds the status list and the bit of a certificate. */
export const getStatusPosition = (id: number) => ({
  list: Math.floor(id / statusListSize),
  index: id % statusListSize,
});

/**
 * Converts a certificate to an Open Badges 3.0 AchievementCredential, which the specification also calls
 * OpenBadgeCredential. It contains the holder's name in both scripts and a hash of the email address, but not the SCFHS
 * number. Its texts are in English, because the format has one language. The same certificate always gives the same
 * credential.
 */
export function buildBadgeCredential(
  { id, runId, number, holder, activity, issuer, issuedAt }: IssuedCertificate & { id: number; runId: number },
  origin: string,
  email: HashedEmail | null,
) {
  const page = `${origin}/verify/${number}`;
  const { list, index } = getStatusPosition(id);
  const statusList = `${origin}${statusListPath}/${list}`;
  const { accreditation, titleEng, startDate, endDate, hours, venueEng } = activity;
  const toNameIdentity = (identityHash: string) => ({
    type: "IdentityObject",
    hashed: false,
    identityHash,
    identityType: "name",
  });
  return {
    "@context": ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],
    id: page,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: titleEng,
    issuer: { id: origin, type: ["Profile"], name: issuer.nameEng, url: origin },
    validFrom: `${issuedAt.toISOString().slice(0, 19)}Z`,
    credentialSubject: {
      id: `${page}#holder`,
      type: ["AchievementSubject"],
      identifier: [
        toNameIdentity(holder.nameEng),
        toNameIdentity(holder.nameAr),
        ...(email
          ? [
              {
                type: "IdentityObject",
                hashed: true,
                identityHash: `sha256$${email.hash}`,
                identityType: "emailAddress",
                salt: email.salt,
              },
            ]
          : []),
      ],
      activityStartDate: `${startDate}T00:00:00+03:00`,
      activityEndDate: `${endDate}T23:59:59+03:00`,
      ...(accreditation && { creditsEarned: hours }),
      achievement: {
        id: `${origin}/verify#run-${runId}`,
        type: ["Achievement"],
        achievementType: "Course",
        inLanguage: "en",
        name: titleEng,
        description: [
          `${titleEng}, ${startDate} to ${endDate}, ${venueEng}, ${activity.countryEng}: ${hours} ${accreditation ? "CME hours" : "hours"}.`,
          ...(accreditation
            ? [
                `Accredited by ${accreditation.bodyEng}: activity ${accreditation.activityReference}, accreditation ${accreditation.number}. Specialty: ${accreditation.specialtyEng}.`,
              ]
            : []),
        ].join(" "),
        criteria: { narrative: "Attended every session of the course." },
        image: { id: `${origin}${picture}`, type: "Image", caption: "Star of Nama Health, with a ribbon" },
        ...(accreditation && { creditsAvailable: hours }),
      },
    },
    evidence: [{ id: page, type: ["Evidence"], name: "Page of the issuer to check this certificate" }],
    credentialStatus: {
      id: `${statusList}#${index}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: String(index),
      statusListCredential: statusList,
    },
  };
}
