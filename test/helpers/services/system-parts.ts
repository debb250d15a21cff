import { describe, it } from '@jest/globals';
import { getService, OPTIONAL_PARTS, type SystemPart } from './services.js';

/**
 * `describe` for tests that need a program of the system. When this machine does not have the program, and it could not
 * be installed, they count as skipped. With `CI=true` they count as failed, unless the program is optional.
 */
export function describeWith(part: SystemPart, name: string, body: () => void): void {
  const title = `${name} [needs ${part}]`;
  if (getService(part) !== '') {
    describe(title, body);
  } else if (process.env['CI'] === 'true' && !OPTIONAL_PARTS.includes(part)) {
    describe(title, () => {
      it('has what it needs', () => {
        throw new Error(
          `There is no ${part} here, and with CI=true nothing may be left untested. Install it.`,
        );
      });
    });
  } else {
    describe.skip(title, body);
  }
}
