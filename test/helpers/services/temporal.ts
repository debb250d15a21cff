import { randomBytes } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { SEARCH_ATTRIBUTE_NAMES } from '../../../src/local/temporal.js';
import { getService } from './services.js';

/** `temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD` */
const KEYWORD = 2;

/** A test's own namespace: it shares no task queues, workflow ids or schedules with other tests. */
export interface TestNamespace {
  /** `host:port` of the shared dev server. */
  readonly address: string;
  readonly namespace: string;
}

/**
 * Registers a namespace with our search attributes (about 50 ms). Each test file registers one, in `beforeAll`. It
 * need not be removed. Throws when the test was not started by `npm test`.
 */
export async function createTestNamespace(): Promise<TestNamespace> {
  const address = getService('Temporal');
  const namespace = `test-${randomBytes(8).toString('hex')}`;
  const connection = await Connection.connect({ address });
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTE_NAMES.map((name) => [name, KEYWORD])),
    });
  } finally {
    await connection.close();
  }
  return { address, namespace };
}
