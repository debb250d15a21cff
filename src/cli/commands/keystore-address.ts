import { toChecksumAddress } from '../../chain/keys/address.js';
import { readPrivateFile } from '../../chain/keys/private-file.js';
import type { RegisterAlone } from '../command.js';
import { givenFile } from '../given-file.js';
import { readPassword } from '../read-password.js';

export const registerKeystoreAddress: RegisterAlone = (parent, run) => {
  parent
    .command('address')
    .description('open an encrypted key with its password and show its address')
    .argument('<file>', 'the encrypted key', givenFile)
    .option(
      '--password-file <file>',
      'a file of mode 0600 with the password; without it you are asked',
      givenFile,
    )
    .option('--json', 'print one JSON value')
    .action((file: string, options: { passwordFile?: string; json?: boolean }) =>
      run(options, async () => {
        const text = readPrivateFile(file);
        const password = await readPassword({ file: options.passwordFile, question: 'Password: ' });
        const { openKeystore } = await import('../../chain/keys/keystore.js');
        const { address } = await openKeystore({ text, password });
        return { address: toChecksumAddress(address), file };
      }),
    );
};
