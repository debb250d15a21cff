import { describe, expect, it } from '@jest/globals';
import { findTemporalTestServer } from '../helpers/services/temporal-test-server.js';
import { startTimeSkipping } from '../helpers/services/time-skipping.js';

describe('the time-skipping test server', () => {
  it('is found or downloaded, and skips an hour in less than a minute', async () => {
    const path = await findTemporalTestServer({ log: (line) => process.stderr.write(`${line}\n`) });
    const environment = await startTimeSkipping(path);
    try {
      const before = await environment.currentTimeMs();
      await environment.sleep('1 hour');
      expect((await environment.currentTimeMs()) - before).toBeGreaterThanOrEqual(3_600_000);
    } finally {
      await environment.teardown();
    }
  }, 600_000);
});
