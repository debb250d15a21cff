import type { Queryable } from './database.js';

/** What is used of knex's client and of its driver's connection. */
interface Client {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  emit(event: 'query', query: { readonly sql: string; readonly bindings: readonly unknown[] }): void;
}
interface Connection {
  query(config: {
    readonly name: string;
    readonly text: string;
    readonly values: readonly unknown[];
  }): Promise<{ readonly rows: unknown[] }>;
}

/**
 * A statement for the ways that every request takes: PostgreSQL reads and plans it once for each connection, not each
 * time (https://www.postgresql.org/docs/current/sql-prepare.html), and no query is built. Its parameters are `$1`,
 * `$2`, …; it names every column that it answers, for a prepared statement does not live through a change of their
 * list.
 *
 * @param name is the statement's on its connection: no other may have it.
 */
export function prepareStatement<Row>(
  name: string,
  text: string,
): (q: Queryable, values: readonly unknown[]) => Promise<Row[]> {
  return async (q, values) => {
    const client = q.client as Client;
    const connection = await client.acquireConnection();
    try {
      client.emit('query', { sql: text, bindings: values });
      const { rows } = await connection.query({ name, text, values });
      return rows as Row[];
    } catch (error) {
      // As knex does it for its own: the driver does not say what was asked.
      if (error instanceof Error) error.message = `statement ${name} - ${error.message}`;
      throw error;
    } finally {
      await client.releaseConnection(connection);
    }
  };
}
