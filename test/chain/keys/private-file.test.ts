import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPasswordFile, readPrivateFile } from '../../../src/chain/keys/private-file.js';

const folder = mkdtempSync(path.join(tmpdir(), 'private-'));
function write(text: string, mode: number): string {
  const file = path.join(folder, `${mode.toString(8)}-${text.length}`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('a file that holds a secret', () => {
  it.each([0o600, 0o400])('is read with mode %o', (mode) => {
    expect(readPrivateFile(write('secret', mode))).toBe('secret');
  });

  it.each([0o640, 0o604, 0o660, 0o644, 0o666, 0o610])(
    'is refused with mode %o, and the error says what to run',
    (mode) => {
      const file = write('secret', mode);
      expect(() => readPrivateFile(file)).toThrow(`${file} has mode 0${mode.toString(8)}`);
      expect(() => readPrivateFile(file)).toThrow(`run: chmod 600 ${file}`);
    },
  );

  it('must be a file, and must exist', () => {
    expect(() => readPrivateFile(folder)).toThrow('is no file');
    expect(() => readPrivateFile(path.join(folder, 'nothing'))).toThrow('ENOENT');
  });
});

describe('a file with a password', () => {
  it('has the password on its first line, including its spaces', () => {
    expect(readPasswordFile(write(' two words \n', 0o600))).toBe(' two words ');
    expect(readPasswordFile(write('two words\r\nnotes\r\n', 0o600))).toBe('two words');
  });

  it('must contain a password', () => {
    expect(() => readPasswordFile(write('\nsecond\n', 0o600))).toThrow('has no password on its first line');
  });
});
