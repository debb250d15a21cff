import { SEARCH_ATTRIBUTES } from './messages.js';
import { openClient, type TemporalOptions } from './connection.js';

/** `temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD` */
const KEYWORD = 2;
const TIMEOUT_MS = 10_000;

/**
 * Registers our search attributes in a namespace. Those that it has already stay as they are.
 *
 * @throws when Temporal doesn't answer, or doesn't allow it: then an operator has to register them.
 */
export async function registerSearchAttributes(options: TemporalOptions): Promise<void> {
  const client = openClient(options);
  const { operatorService } = client.connection;
  const { namespace } = options;
  try {
    await client.withDeadline(Date.now() + TIMEOUT_MS, async () => {
      const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
      const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !(name in customAttributes));
      if (missing.length === 0) return;
      const searchAttributes = Object.fromEntries(missing.map(({ name }) => [name, KEYWORD]));
      await operatorService.addSearchAttributes({ namespace, searchAttributes });
    });
  } finally {
    await client.connection.close();
  }
}
