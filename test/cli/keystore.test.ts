import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { openKeystore } from '../../src/chain/keys/keystore.js';
import { readPassword } from '../../src/cli/read-password.js';
import { runCli, type CliOutcome } from './run-cli.js';

const PASSWORD = 'correct horse battery';
const folder = mkdtempSync(path.join(tmpdir(), 'keystore-'));
const write = (name: string, text: string, mode = 0o600): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
};
const passwordFile = write('password', `${PASSWORD}\n`);
/** Runs the command with an empty environment and without a terminal. */
const keystore = (...args: string[]): Promise<CliOutcome> => runCli(['keystore', ...args], {});

describe('the command line', () => {
  it('creates a key in an encrypted file that only its owner can read, and shows its address again', async () => {
    const file = path.join(folder, 'hot-wallet.json');
    const created = await keystore('create', file, '--password-file', passwordFile, '--json');
    expect(created).toMatchObject({ status: 0, stderr: '' });
    const { address } = JSON.parse(created.stdout) as { address: string };
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const opened = await openKeystore({ text: readFileSync(file, 'utf8'), password: PASSWORD });
    expect(opened.address).toBe(address.toLowerCase());

    const shown = await keystore('address', file, '--password-file', passwordFile, '--json');
    expect(JSON.parse(shown.stdout)).toEqual({ address, file });

    const before = readFileSync(file, 'utf8');
    const again = await keystore('create', file, '--password-file', passwordFile);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain('already exists, and may hold a key');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'no terminal and no file',
      ['new.json'],
      /no terminal at which the password can be typed. Give it with --password-file/,
    ],
    [
      'a password of few characters',
      ['new.json', '--password-file', write('short', 'short')],
      /12 characters/,
    ],
    [
      'a password that others can read',
      ['new.json', '--password-file', write('seen', PASSWORD, 0o644)],
      /0644/,
    ],
    ['a password as an argument', ['new.json', '--password', PASSWORD], /unknown option '--password'/],
  ])('creates no key with %s', async (_what, [name = '', ...args], words) => {
    const file = path.join(folder, name);
    const { status, stderr } = await keystore('create', file, ...args);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(words) });
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});

describe('a password that is typed', () => {
  const type = async (keys: string): Promise<{ password: unknown; shown: string }> => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const typed = readPassword({ file: undefined, question: 'Password: ' }, { input, output });
    input.write(keys);
    const password = await typed.catch((error: unknown) => error);
    return { password, shown: String(output.read()) };
  };

  it('is not shown, and can be corrected', async () => {
    expect(await type('secreT\u007ft\r')).toEqual({ password: 'secret', shown: 'Password: \n' });
  });

  it.each([
    ['Ctrl-C', 'sec\u0003'],
    ['Ctrl-D', '\u0004'],
    ['nothing', '\r'],
  ])('is not accepted after %s', async (_what, keys) => {
    expect((await type(keys)).password).toEqual(new Error('No password was typed.'));
  });
});
