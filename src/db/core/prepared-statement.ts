import type { Queryable } from './database.js';

/** The used parts of knex's client and of its driver's connection. */
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
 * Prepares a statement that every request runs. PostgreSQL parses and plans it once per connection, not each time
 * (https://www.postgresql.org/docs/current/sql-prepare.html), and no query is built. Its parameters are `$1`, `$2`, ….
 * It must name every column that it returns: a prepared statement fails after a change of their list.
 *
 * @param name unique name of the statement on its connection.
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
      // As knex does for its own errors: the driver does not name the statement.
      if (error instanceof Error) error.message = `statement ${name} - ${error.message}`;
      throw error;
    } finally {
      await client.releaseConnection(connection);
    }
  };
}
