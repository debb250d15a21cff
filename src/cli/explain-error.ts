import { sqlState } from '../db/core/database.js';
import { QuittanceError } from '../domain/core/errors.js';
import { printable } from '../domain/core/printable.js';

const UNDEFINED_TABLE = '42P01';

/**
 * Returns a text for the user at the terminal: what went wrong, and what to do. A QuittanceError also shows its code.
 */
export function explainError(error: unknown): string {
  if (error instanceof QuittanceError) {
    // The message of an internal error is for callers of the API. Its cause is for operators.
    const told = error.status === 500 && error.cause instanceof Error ? error.cause : error;
    // The text becomes one line. It may contain values from the database, which could otherwise add lines.
    return printable(`${told.message} (${error.code})`);
  }
  if (sqlState(error) === UNDEFINED_TABLE) {
    return 'The database has no schema yet. Run: npm run cli -- migrate';
  }
  const { code, message, path } = error as { code?: unknown; message?: unknown; path?: string };
  if (code === 'ENOENT' && path !== undefined) return `There is no file ${path}.`;
  if (code === 'ECONNREFUSED') {
    return 'PostgreSQL does not answer at the address of DATABASE_URL. Is it running (npm start)?';
  }
  return typeof message === 'string' && message !== '' ? message : String(error);
}
