/**
 * Reference: what an order costs when `pg` only writes its rows. As on the site, there are two transactions: one opens
 * the order, the other marks it as paid.
 */
import pg from "pg";

/** Amounts in halalas. */
const price = 240_000;
const tax = 36_000;

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } finally {
    client.release();
  }
}

/** Writes one paid order of one seat. It locks the run, and the database counts the run's seats; it checks nothing. */
export async function writeBareOrder(pool: pg.Pool, userId: string, runId: number): Promise<void> {
  const paymentId = crypto.randomUUID();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 15 * 60_000);
  const orderId = await inTransaction(pool, async (client) => {
    await client.query("select id from course_run where id = $1 for update", [runId]);
    const { rows } = await client.query<{ id: number }>(
      `insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at)
       values ($1, 'en', $2, 15, $3, $4, '{}', $5, $6, $7) returning id`,
      [userId, price, tax, price + tax, `${runId}x1`, now, expiresAt],
    );
    const id = rows[0]?.id;
    const { rows: lines } = await client.query<{ id: number }>(
      "insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng) values ($1, $2, 1, $3, 'bench', 'Bench') returning id",
      [id, runId, price],
    );
    await client.query(
      "insert into enrolment (order_id, order_line_id, run_id, seat, state, held_until, created_at) values ($1, $2, $3, 1, 'held', $4, $5)",
      [id, lines[0]?.id, runId, expiresAt, now],
    );
    await client.query(
      "insert into payment (id, order_id, amount_halalas, currency, created_at, updated_at) values ($1, $2, $3, 'SAR', $4, $4)",
      [paymentId, id, price + tax, now],
    );
    return id;
  });
  await inTransaction(pool, async (client) => {
    await client.query(`select id from "order" where id = $1 for update`, [orderId]);
    await client.query("update enrolment set state = 'confirmed', confirmed_at = now() where order_id = $1", [orderId]);
    await client.query(`update "order" set status = 'paid', paid_at = now() where id = $1`, [orderId]);
    await client.query("update payment set status = 'paid', settled_at = now(), updated_at = now() where id = $1", [
      paymentId,
    ]);
  });
}
