import { describe, expect, it } from '@jest/globals';
import { createKeystore, openKeystore } from '../../../src/chain/keys/keystore.js';

/** The vectors of the definition: https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage/ */
const PASSWORD = 'testpassword';
const SECRET = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const ADDRESS = '0x008aeeda4d805471df9b2a5b0f38a0c3bcba786b';
const PBKDF2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262_144,
      r: 1,
      p: 8,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
/** With the parameters of geth's light keystores. Its key was derived by scrypt in JavaScript (noble). */
const LIGHT_SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: '584f4eb2783472ec149b334c22d77ddbf118a0783ea24e66ca8a7883cd2b4bf5',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 4_096,
      r: 8,
      p: 6,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '860ad3ce9642f99d709abc696e25ede7cd35daf6a6041e975d14c53dae118886',
  },
  version: 3,
};
const open = (keystore: unknown, password = PASSWORD): Promise<unknown> =>
  openKeystore({ text: JSON.stringify(keystore), password });
const withCrypto = (changes: object): object => ({ ...PBKDF2, crypto: { ...PBKDF2.crypto, ...changes } });
const withKdf = (changes: object): object => ({
  ...SCRYPT,
  crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, ...changes } },
});

describe('a keystore', () => {
  it.each([
    ['PBKDF2', PBKDF2],
    ['scrypt', SCRYPT],
    ['scrypt as geth writes it', LIGHT_SCRYPT],
  ])('from the specification, with %s, opens to the key that it states', async (_kdf, keystore) => {
    expect(await open(keystore)).toEqual({ privateKey: SECRET, address: ADDRESS });
  });

  it('opens with member names and cases as other programs write them, and with its address', async () => {
    const { crypto, ...rest } = LIGHT_SCRYPT;
    const address = ADDRESS.slice(2).toUpperCase();
    expect(await open({ ...rest, Crypto: crypto, address })).toMatchObject({ privateKey: SECRET });
  });

  it('does not open with another password, or after a change of one bit', async () => {
    const ciphertext = PBKDF2.crypto.ciphertext.replace(/6$/, '7');
    await expect(open(PBKDF2, 'testpassword ')).rejects.toThrow('The password does not open the keystore');
    await expect(open(withCrypto({ ciphertext }))).rejects.toThrow('its MAC differs');
  });

  it('is refused when it states another address', async () => {
    await expect(open({ ...PBKDF2, address: '11'.repeat(20) })).rejects.toThrow(
      /names the address 0x11.*belongs to 0x008a/,
    );
  });

  it.each<[string, object, string]>([
    ['an older version', { ...PBKDF2, version: 1 }, 'version'],
    ['another cipher', withCrypto({ cipher: 'aes-128-cbc' }), 'crypto.cipher'],
    ['another derivation', withCrypto({ kdf: 'argon2' }), 'crypto.kdf'],
    ['a MAC of another length', withCrypto({ mac: '51' }), 'crypto.mac'],
    ['a salt that is not hexadecimal', withKdf({ salt: 'salt' }), 'crypto.kdfparams.salt'],
    ['more memory than is allowed', withKdf({ n: 2 ** 24, r: 8 }), 'crypto.kdfparams'],
    ['years of work', withKdf({ p: 2 ** 30 }), 'crypto.kdfparams.p'],
    ['nothing in it', {}, 'version, crypto'],
  ])('is refused with %s, and the error says where to look', async (_what, keystore, at) => {
    await expect(open(keystore)).rejects.toThrow(new RegExp(`no keystore that can be opened.*see ${at}`));
  });

  it('must be JSON', async () => {
    await expect(openKeystore({ text: 'seed words', password: PASSWORD })).rejects.toThrow('it is not JSON');
  });

  it('opens with its password when it was created, has a key of its own, and costs 128 MiB per guess', async () => {
    const [one, other] = await Promise.all([
      createKeystore({ password: 'ü' }),
      createKeystore({ password: 'ü' }),
    ]);
    expect(one.address).not.toBe(other.address);
    const opened = await openKeystore({ text: one.text, password: 'ü' });
    expect(opened.address).toBe(one.address);
    expect(one.text).not.toContain(opened.privateKey.slice(2));
    const { crypto } = JSON.parse(one.text) as typeof SCRYPT;
    expect(crypto).toMatchObject({ cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams: { dklen: 32 } });
    const { n, r } = crypto.kdfparams;
    expect(128 * n * r).toBeGreaterThanOrEqual(2 ** 27);
  });
});
