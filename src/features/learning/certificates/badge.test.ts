/** Open Badges of certificates, verified by `did-jwt`, which shares no code with our signing. */
import { existsSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { decodeJWT, verifyJWS } from "did-jwt";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { listBadgeKeys, rotateBadgeKey, withdrawBadgeKey } from "./badge-keys.server.ts";
import { certificateUrl } from "./download.server.ts";
import { mountCertificates } from "./routes.server.ts";
import { badgeKeys, certificates } from "./tables.server.ts";

const keySet = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string(),
      alg: z.literal("EdDSA"),
      use: z.literal("sig"),
    }),
  ),
});
const status = z.object({
  statusListIndex: z.string(),
  statusListCredential: z.string(),
  statusPurpose: z.literal("revocation"),
});

describeOnDatabase("the Open Badge of a certificate", (open) => {
  let ctx: TestCtx;
  let command: TestCtx;
  let runId: number;
  let id: number;
  let number: string;
  const app = new Hono();
  mountCertificates(app, () => Promise.resolve(ctx));
  const get = (url: string) => app.request(url.replace(ctx.env.BASE_URL, ""));
  const fetchBadge = async (of = number) => (await get(certificateUrl(ctx, of, "badge"))).text();

  /** Does what a verifier does: finds the published key that a token names, and checks the signature. */
  async function verifyToken(token: string) {
    const { header, payload } = decodeJWT(token);
    const kid = z.string().parse(header["kid"]);
    const { keys } = keySet.parse(await (await get(new URL(kid).pathname)).json());
    const accepted = keys
      .filter((key) => key.kid === kid)
      .map((key) => ({ id: key.kid, type: "JsonWebKey2020", controller: ctx.env.BASE_URL, publicKeyJwk: key }));
    verifyJWS(token, accepted);
    return payload;
  }
  async function isRevoked(token: string): Promise<boolean> {
    const { statusListCredential, statusListIndex } = status.parse((await verifyToken(token))["credentialStatus"]);
    const list = await verifyToken(await (await get(statusListCredential)).text());
    const { encodedList } = z.object({ encodedList: z.string() }).parse(list["credentialSubject"]);
    const bits = gunzipSync(Buffer.from(encodedList.slice(1), "base64url"));
    expect([encodedList[0], bits.length]).toEqual(["u", 16_384]);
    const index = Number(statusListIndex);
    return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
  }

  beforeEach(async () => {
    ctx = testContext(await open());
    command = testContext(ctx.database, { actor: { kind: "command", name: "operator" } });
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Omar Khalid", email: "omar@example.com" });
    ({ id, number } = await makeCertificate(ctx.db, { enrolmentId: 1, runId }));
  });

  it("K-04 is rejected when a character changes", async () => {
    const token = await fetchBadge();
    await verifyToken(token);
    for (let at = 0; at < token.length; at += 31) {
      const other = token[at] === "A" ? "Q" : "A";
      if (token[at] === ".") continue;
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      await expect(verifyToken(changed), `at ${at}`).rejects.toThrow();
    }
    const [header = "", , signature = ""] = token.split(".");
    const forged = { ...decodeJWT(token).payload, name: "Another course" };
    await expect(
      verifyToken([header, Buffer.from(JSON.stringify(forged)).toString("base64url"), signature].join(".")),
    ).rejects.toThrow();
  });

  it("K-04 is revoked by a signed status list once replaced, and not found once replaced or revoked", async () => {
    const token = await fetchBadge();
    expect(await isRevoked(token)).toBe(false);
    const ended = { endedAt: ctx.now(), endReason: "Spelling" };
    await ctx.db
      .update(certificates)
      .set({ state: "replaced", ...ended })
      .where(eq(certificates.id, id));
    const newer = await makeCertificate(ctx.db, { enrolmentId: 1, runId, replacesId: id });
    expect([await isRevoked(token), await isRevoked(await fetchBadge(newer.number))]).toEqual([true, false]);
    expect((await get(certificateUrl(ctx, number, "badge"))).status).toBe(404);
    await ctx.db
      .update(certificates)
      .set({ state: "revoked", ...ended })
      .where(eq(certificates.id, newer.id));
    expect((await get(certificateUrl(ctx, newer.number, "badge"))).status).toBe(404);
  });

  it("is not found with another key; nor is an unknown status list", async () => {
    expect((await get(certificateUrl(ctx, number, "badge").replace(/key=./, "key=_"))).status).toBe(404);
    expect([(await get("/badges/status/7")).status, (await get("/badges/status/x")).status]).toEqual([404, 404]);
  });

  it("K-04 is accepted by an independent verifier as an AchievementCredential of Open Badges 3.0", async () => {
    const answer = await get(certificateUrl(ctx, number, "badge"));
    expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      "application/jwt",
      "private, no-store",
    ]);
    const token = await answer.text();
    const payload = await verifyToken(token);
    const page = `${ctx.env.BASE_URL}/verify/${number}`;
    expect(decodeJWT(token).header).toEqual({ alg: "EdDSA", typ: "JWT", kid: expect.stringContaining("#") });
    expect(payload).toMatchObject({
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ],
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      id: page,
      jti: page,
      iss: ctx.env.BASE_URL,
      issuer: { id: ctx.env.BASE_URL, type: ["Profile"], name: "Nama Health" },
      validFrom: "2027-01-15T12:00:00Z",
      nbf: Date.parse("2027-01-15T12:00:00Z") / 1000,
      sub: `${page}#holder`,
      credentialSubject: {
        id: `${page}#holder`,
        type: ["AchievementSubject"],
        creditsEarned: 18,
        achievement: {
          type: ["Achievement"],
          name: "Patient safety essentials for clinical teams",
          // An Image as in the JSON schema of Open Badges 3.0: PNG or SVG, at a public address.
          image: { type: "Image", id: expect.stringMatching(/\/art\/badge\.\w+\.svg$/), caption: expect.any(String) },
        },
      },
      evidence: [{ id: page }],
    });
    const { achievement } = z
      .object({ achievement: z.object({ image: z.object({ id: z.string() }) }) })
      .parse(payload["credentialSubject"]);
    expect(existsSync(achievement.image.id.replace(ctx.env.BASE_URL, "public"))).toBe(true);
    const { identifier } = z
      .object({ identifier: z.array(z.record(z.string(), z.unknown())) })
      .parse(payload["credentialSubject"]);
    expect(identifier.slice(0, 2).map((one) => one["identityHash"])).toEqual(["Omar Khalid", "عمر خالد"]);
    const hashed = createHash("sha256").update(`omar@example.com${String(identifier[2]?.["salt"])}`);
    expect(identifier[2]?.["identityHash"]).toBe(`sha256$${hashed.digest("hex")}`);
    expect(JSON.stringify(payload)).not.toMatch(/omar@|00RN|0000002/);
    expect(await fetchBadge()).toBe(token);
  });

  it("K-04 a new key signs after rotation; old signatures are accepted until their key is withdrawn", async () => {
    const old = await fetchBadge();
    const thumbprint = await rotateBadgeKey(command);
    const newer = await fetchBadge();
    expect(decodeJWT(newer).header["kid"]).toContain(thumbprint);
    await Promise.all([verifyToken(old), verifyToken(newer)]);
    const [first] = await listBadgeKeys(command);
    await withdrawBadgeKey(command, { thumbprint: first?.thumbprint ?? "" });
    await expect(verifyToken(old)).rejects.toThrow();
    await verifyToken(newer);
    await withdrawBadgeKey(command, { thumbprint });
    await expect(verifyToken(newer)).rejects.toThrow();
    await verifyToken(await fetchBadge());
    await expect(withdrawBadgeKey(command, { thumbprint })).rejects.toMatchObject({ status: 404 });
    expect((await listBadgeKeys(command)).map(({ state }) => state)).toEqual(["withdrawn", "withdrawn", "signs"]);
  });

  it("only owners change keys; parallel requests make one, not stored in clear; a new AUTH_SECRET makes another", async () => {
    await expect(rotateBadgeKey(ctx.asStaff("training"))).rejects.toMatchObject({ status: 403 });
    await expect(withdrawBadgeKey(ctx, { thumbprint: "x" })).rejects.toMatchObject({ status: 401 });
    const tokens = await Promise.all(Array.from({ length: 8 }, () => fetchBadge()));
    expect(new Set(tokens).size).toBe(1);
    const rows = await ctx.db.select().from(badgeKeys);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('"d"');
    // With another AUTH_SECRET the private key cannot be read: the next one signs, and the old signatures stay good.
    const [before = ""] = tokens;
    ctx = testContext(ctx.database, { env: testEnv({ AUTH_SECRET: "another-secret-of-more-than-32-characters" }) });
    await Promise.all([verifyToken(await fetchBadge()), verifyToken(before)]);
    expect((await listBadgeKeys(command)).map(({ state }) => state)).toEqual(["accepted", "signs"]);
  });
});
