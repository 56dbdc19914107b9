/** Proofs of declared activities: which files are accepted, who can read them, and when they are deleted. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { photo, plainPdf, received } from "#test/media.ts";
import { fileRules } from "#features/changes/files.server.ts";
import { holdAccount } from "#features/people/hold-account.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { m } from "#messages";
import { RateLimited, ValidationError } from "#platform/errors.ts";
import { eraseEverything } from "#features/privacy/erase-everything.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { getProofAfterRefusal } from "./components/proof-field.tsx";
import { readLearningData } from "./person-data.server.ts";
import { proof as download, proofUpload, record } from "./api.server.ts";
import { deleteUnusedProofs, readProof, uploadProof } from "./proofs.server.ts";
import { deleteActivity, readMyRecord, saveActivity } from "./record.server.ts";
import { readSharedRecord, shareRecord } from "./shares.server.ts";
import { activityProofs, declaredActivities } from "./tables.server.ts";

const activity = {
  title: "Ward round",
  provider: "Example Hospital",
  kind: "teaching" as const,
  date: "2026-01-15",
  hours: 1.5,
};

describeOnDatabase("the proof of a declared activity", (open) => {
  let visitor: TestCtx;
  let me: { id: string; name: string; email: string };
  let ctx: TestCtx;
  beforeEach(async () => {
    visitor = testContext(await open());
    me = await makeUser(visitor.db, { emailVerified: true });
    ctx = visitor.as(me);
  });

  const upload = async (name = "letter.pdf", content: Buffer = plainPdf(name), as = ctx) =>
    uploadProof(as, await received(visitor, content, name));
  const countProofs = () => visitor.db.$count(activityProofs);
  const listProofNames = async () => [...(await readMyRecord(ctx)).proofs.values()].map(({ name }) => name);

  it("U-19 rejects a visitor, another kind of file, and more than the account's limit", async () => {
    await expect(upload("letter.pdf", plainPdf(), visitor)).rejects.toMatchObject({ status: 401 });
    await expect(readProof(visitor, { id: 1 })).rejects.toMatchObject({ status: 401 });
    for (const [name, content] of [
      ["letter.pdf", Buffer.from("<script>alert(1)</script>")],
      ["letter.pdf", await photo(4, 4)],
      ["page.html", plainPdf()],
      ["cut.jpg", (await photo(4, 4)).subarray(0, 40)],
      ["picture.gif", Buffer.from("GIF89a")],
    ] as const)
      await expect(upload(name, content), name).rejects.toThrow(ValidationError);
    expect([proofUpload.session, proofUpload.upload, fileRules.maxBytes]).toEqual([
      "required",
      fileRules,
      12 * 2 ** 20,
    ]);
    await upload();
    const limited = { ...ctx, env: testEnv({ RATE_LIMIT_FACTOR: "0.02" }) };
    await expect(upload("letter.pdf", plainPdf(), limited)).rejects.toThrow(RateLimited);
    const full = { fields: { proof_id: [expect.stringContaining("100 MB")] } };
    const id = await saveActivity(ctx, { ...activity, proofId: (await upload("full.pdf")).id });
    await visitor.db
      .update(activityProofs)
      .set({ bytes: 100 * 2 ** 20 })
      .where(eq(activityProofs.activityId, id));
    const { id: second } = await upload("second.pdf");
    await expect(saveActivity(ctx, { ...activity, proofId: second })).rejects.toMatchObject(full);
    expect([await listProofNames(), await visitor.db.$count(declaredActivities)]).toEqual([["full.pdf"], 1]);
    // Negative control: another account has room of its own.
    const other = visitor.as(await makeUser(visitor.db, { emailVerified: true }));
    const { id: theirs } = await upload("other.pdf", plainPdf(), other);
    expect(await saveActivity(other, { ...activity, proofId: theirs })).toEqual(expect.any(Number));
  });

  it("U-19 a full account can replace a proof, because the replaced file does not count", async () => {
    const id = await saveActivity(ctx, { ...activity, proofId: (await upload("old.pdf")).id });
    await visitor.db.update(activityProofs).set({ bytes: 100 * 2 ** 20 });
    const { id: larger } = await upload("larger.pdf");
    await visitor.db
      .update(activityProofs)
      .set({ bytes: 100 * 2 ** 20 + 1 })
      .where(eq(activityProofs.id, larger));
    await expect(saveActivity(ctx, { ...activity, id, proofId: larger })).rejects.toMatchObject({
      fields: { proof_id: [expect.stringContaining("100 MB")] },
    });
    // The refused change has not deleted the file either.
    expect(await listProofNames()).toEqual(["old.pdf"]);
    await saveActivity(ctx, { ...activity, id, proofId: (await upload("new.pdf")).id });
    expect(await listProofNames()).toEqual(["new.pdf"]);
  });

  it("U-19 two activities saved at once cannot exceed the limit together", async () => {
    const proofIds = [(await upload("one.pdf")).id, (await upload("two.pdf")).id];
    const save = () => Promise.allSettled(proofIds.map((proofId) => saveActivity(ctx, { ...activity, proofId })));
    await visitor.db.update(activityProofs).set({ bytes: 60 * 2 ** 20 });
    expect((await save()).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listProofNames()).toHaveLength(1);
    // Negative control: with room for both, both are saved.
    await visitor.db.delete(declaredActivities);
    proofIds.splice(0, 2, (await upload("three.pdf")).id, (await upload("four.pdf")).id);
    expect((await save()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  it("U-19 after a rejected proof the form shows the saved one, unless that was rejected", () => {
    const [old, added] = [
      { id: 1, name: "old.pdf" },
      { id: 2, name: "new.pdf" },
    ];
    expect(getProofAfterRefusal(added, null)).toBe(null);
    expect(getProofAfterRefusal(added, old)).toBe(old);
    expect(getProofAfterRefusal(old, old)).toBe(null);
  });

  it("U-19 another person cannot attach, read or replace a proof, and no shared link shows it", async () => {
    const other = visitor.as(await makeUser(visitor.db, { emailVerified: true }));
    const { id: proofId } = await upload();
    const refusal = { fields: { proof_id: [expect.any(String)] } };
    await expect(saveActivity(other, { ...activity, proofId })).rejects.toMatchObject(refusal);
    // The refused activity was not saved.
    expect(await visitor.db.$count(declaredActivities)).toBe(0);
    const id = await saveActivity(ctx, { ...activity, proofId });
    const { id: theirs } = await upload("theirs.pdf", plainPdf(), other);
    await expect(readProof(other, { id })).rejects.toMatchObject({ status: 404 });
    await expect(saveActivity(other, { ...activity, id, proofId: theirs })).rejects.toMatchObject({ status: 404 });
    await expect(saveActivity(other, { ...activity, proofId })).rejects.toMatchObject(refusal);
    await expect(saveActivity(ctx, { ...activity, id, proofId: theirs })).rejects.toMatchObject(refusal);
    await expect(saveActivity(ctx, { ...activity, proofId })).rejects.toMatchObject(refusal);
    expect(await listProofNames()).toEqual(["letter.pdf"]);
    const { path } = await shareRecord(ctx, { years: null, withDeclared: true });
    const shared = JSON.stringify(await readSharedRecord(visitor, { code: path.slice(3) }));
    expect([shared.includes("Ward round"), shared.includes("letter.pdf")]).toEqual([true, false]);
  });

  it("U-19 its owner downloads it unchanged, replaces and removes it; a change without a proof id keeps it", async () => {
    const bytes = plainPdf("first");
    const id = await saveActivity(ctx, { ...activity, proofId: (await upload("../my\u202e letter.pdf", bytes)).id });
    const saved = await download.handle(ctx, { id });
    expect([Buffer.from(saved.bytes).equals(bytes), saved.filename, download.file]).toEqual([
      true,
      `proof-${id}.pdf`,
      "application/octet-stream",
    ]);
    expect((await record.handle(ctx, {})).declared).toMatchObject([{ id, proof: { name: "my letter.pdf" } }]);
    const { id: second } = await upload("second.jpg", await photo(4, 4));
    for (let at = 0; at < 2; at++) await saveActivity(ctx, { ...activity, id, proofId: second });
    expect([await listProofNames(), await countProofs()]).toEqual([["second.jpg"], 1]);
    await saveActivity(ctx, { ...activity, id, hours: 2 });
    expect(await listProofNames()).toEqual(["second.jpg"]);
    await saveActivity(ctx, { ...activity, id, proofId: null });
    expect([await listProofNames(), await countProofs()]).toEqual([[], 0]);
    await expect(readProof(ctx, { id })).rejects.toMatchObject({ status: 404 });
  });

  it("U-19 is listed in the copy of a person's data, and deleted with its activity or account", async () => {
    await saveActivity(ctx, { ...activity, proofId: (await upload()).id });
    const size = plainPdf("letter.pdf").byteLength;
    expect((await readLearningData(ctx, me.id)).declared_activities).toMatchObject([
      { title: "Ward round", proof: { name: "letter.pdf", type: "application/pdf", bytes: size } },
    ]);
    // The right to a copy includes the file: the copy says where it is downloaded, and so does the text above it.
    for (const [locale, path] of [
      ["en", "/my-cpd"],
      ["ar", "/ar/my-cpd"],
    ] as const) {
      const [copied] = (await readLearningData({ ...ctx, locale }, me.id)).declared_activities;
      expect(copied?.proof?.download_at).toBe(`${ctx.env.BASE_URL}${path}`);
      expect(m.profile_data_download_files({}, { locale })).toContain(m.cpd_title({}, { locale }));
    }
    const id = await saveActivity(ctx, { ...activity, proofId: (await upload("second.pdf")).id });
    await deleteActivity(ctx, { id });
    expect(await listProofNames()).toEqual(["letter.pdf"]);
    await upload("unsaved.pdf");
    const other = visitor.as(await makeUser(visitor.db, { emailVerified: true }));
    await upload("other.pdf", plainPdf(), other);
    await inTransaction(visitor, async (ctx) =>
      eraseEverything(ctx, { account: await holdAccount(ctx, me.id), address: me.email }, { tell: false }),
    );
    expect(await visitor.db.select({ name: activityProofs.name }).from(activityProofs)).toEqual([
      { name: "other.pdf" },
    ]);
    await expect(upload()).rejects.toMatchObject({ status: expect.any(Number) });
    expect(await countProofs()).toBe(1);
  });

  it("U-19 an upload without an activity is deleted after a day, and limited to three per account", async () => {
    const { id: proofId } = await upload();
    await saveActivity(ctx, { ...activity, proofId });
    for (let at = 0; at < 4; at++) await upload(`unsaved-${at}.pdf`);
    expect(await countProofs()).toBe(4);
    await deleteUnusedProofs(ctx);
    expect(await countProofs()).toBe(4);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 25 * 3_600_000);
    await deleteUnusedProofs(ctx);
    expect([await listProofNames(), await countProofs()]).toEqual([["letter.pdf"], 1]);
  });
});
