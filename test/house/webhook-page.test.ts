import { describe, expect, it } from '@jest/globals';
import { durationInWords } from '../../src/domain/core/duration-in-words.js';
import { EVENT_TYPES } from '../../src/domain/webhooks/events.js';
import { DEFAULT_RETRY_DELAYS_MS } from '../../src/domain/webhooks/webhook-schedule.js';
import type { ErrorClass } from '../../src/webhooks/judge-response.js';
import type { WebhookVerificationCode } from '../../src/webhooks/verification-error.js';
import { listFiles, readText } from './source-files.js';

const page = readText('docs/webhooks.md');
const EXAMPLE = /<!-- (examples\/webhooks\/\S+) -->\n\n```\w+\n(.*?)```/gs;

const CODES: Readonly<Record<WebhookVerificationCode, true>> = {
  body_not_raw: true,
  body_changed: true,
  body_not_json: true,
  header_missing: true,
  header_malformed: true,
  secret_malformed: true,
  signature_mismatch: true,
  timestamp_out_of_tolerance: true,
};
const CLASSES: Readonly<Record<ErrorClass, true>> = {
  dns: true,
  connect: true,
  tls: true,
  timeout: true,
  status: true,
  redirect: true,
  url_not_allowed: true,
};

describe('docs/webhooks.md', () => {
  it('shows every example as the file that is tested', () => {
    const shown = [...page.matchAll(EXAMPLE)].map(([, file = '', code = '']) => [`docs/${file}`, code]);
    const files = listFiles('docs/examples/webhooks/').map((file) => [file, readText(file)]);
    expect(files).toHaveLength(4);
    expect(shown.sort()).toEqual(files.sort());
  });

  it('lists every event in its table, and no other', () => {
    const [, table = ''] = /\n\| event .*?\n((?:\|.*\n)+)/.exec(page) ?? [];
    const listed = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...EVENT_TYPES].sort());
  });

  it('gives a remedy for every verification code, and every class of failure', () => {
    const [, codes = ''] = /\n\| code .*?\n((?:\|.*\n)+)/.exec(page) ?? [];
    expect([...codes.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(CODES));
    const about = page.slice(page.indexOf('The `errorClass`'));
    expect(Object.keys(CLASSES).filter((name) => !about.includes(`\`${name}\``))).toEqual([]);
  });

  it('states the retry schedule that is really used', () => {
    const [, table = ''] = /\n\| attempt .*?\n((?:\|.*\n)+)/.exec(page) ?? [];
    const waits = [...table.matchAll(/^\| (\d)\s+\| (.+?)\s*\|$/gm)].map(([, number, wait]) => [
      number,
      wait,
    ]);
    expect(waits).toEqual(
      DEFAULT_RETRY_DELAYS_MS.map((delayMs, i) => [
        String(i + 1),
        delayMs === 0 ? 'none' : durationInWords(delayMs),
      ]),
    );
  });
});
