/** The smallest possible endpoint: Express, and one SELECT by primary key. Ours is compared with it. */
import { once } from 'node:events';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = express();
app.get('/v1/invoices/:invoiceId', async (request, response) => {
  const { rows } = await pool.query<object>('SELECT * FROM invoices WHERE invoice_id = $1', [
    request.params.invoiceId,
  ]);
  response.json(rows[0]);
});

process.on('SIGTERM', () => process.exit(0));
await once(app.listen(Number(process.env['PORT']), '127.0.0.1'), 'listening');
process.send?.({ ready: true });
