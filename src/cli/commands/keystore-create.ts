import { closeSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { toChecksumAddress } from '../../chain/keys/address.js';
import { readPrivateFile } from '../../chain/keys/private-file.js';
import type { RegisterAlone } from '../command.js';
import { givenFile } from '../given-file.js';
import { readPassword } from '../read-password.js';

/** The least length of a password. Somebody who has the file can try passwords without limit. */
const MIN_PASSWORD_CHARS = 12;

export const registerKeystoreCreate: RegisterAlone = (parent, run) => {
  parent
    .command('create')
    .description('make a new key and write it into an encrypted file; nothing is overwritten')
    .argument('<file>', 'where it is written (Web3 Secret Storage v3, mode 0600)', givenFile)
    .option(
      '--password-file <file>',
      'a file of mode 0600 with the password; without it you are asked',
      givenFile,
    )
    .option('--json', 'print one JSON value')
    .action((file: string, options: { passwordFile?: string; json?: boolean }) =>
      run(options, async () => {
        if (existsSync(file))
          throw new Error(`${file} already exists, and may hold a key. Choose another name.`);
        const password = await readNewPassword(options.passwordFile);
        const { createKeystore, openKeystore } = await import('../../chain/keys/keystore.js');
        const { address, text } = await createKeystore({ password });
        writeNew(file, text);
        // Coins may be sent to the address, so it is shown only after its key was read back from the file.
        await openKeystore({ text: readPrivateFile(file), password });
        return { address: toChecksumAddress(address), file };
      }),
    );
};

async function readNewPassword(file: string | undefined): Promise<string> {
  const password = await readPassword({ file, question: 'New password: ' });
  if (password.length < MIN_PASSWORD_CHARS)
    throw new Error(`The password is too short: expected ${MIN_PASSWORD_CHARS} characters or more.`);
  if (file !== undefined) return password;
  if ((await readPassword({ file, question: 'The same again: ' })) !== password)
    throw new Error('The two passwords differ; nothing was written.');
  return password;
}

function writeNew(file: string, text: string): void {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
