import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from '@jest/globals';
import { runCli } from './run-cli.js';

const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ['bash', 'zsh']) scripts[shell] = (await runCli(['completion', shell], {})).stdout;
});

/** Asks bash for the completions of these words, as the Tab key does. */
function complete(...words: readonly string[]): readonly string[] {
  const asked = `COMP_WORDS=(quittance ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _quittance; echo "\${COMPREPLY[@]}"`;
  const answer = execFileSync('bash', ['-c', `${scripts['bash'] ?? ''}\n${asked}`]).toString();
  return answer.trim().split(' ');
}

it.each([
  ['a command', ['withd'], ['withdrawal']],
  ['a subcommand', ['withdrawal', 're'], ['reject']],
  ['three words', ['operator', 'approver', ''], ['add', 'remove', '--help']],
  ['an option', ['withdrawal', 'approve', '--k'], ['--keystore']],
  [
    'an option behind an argument',
    ['withdrawal', 'approve', 'wd_1', '--password-file', 'f', '--js'],
    ['--json'],
  ],
  ['nothing after an unknown word', ['withdrawal', 'xy'], ['']],
])('the shell completes %s', (_, words, expected) => {
  expect(complete(...words)).toEqual(expected);
});

it('zsh runs the same script', () => {
  const [first, ...rest] = (scripts['zsh'] ?? '').split('\n');
  expect(first).toContain('bashcompinit');
  expect(rest.join('\n')).toBe(scripts['bash']);
});

it('an unknown shell is refused', async () => {
  const { status, stderr } = await runCli(['completion', 'fish'], {});
  expect([status, stderr]).toEqual([1, expect.stringContaining('Allowed choices are bash, zsh')]);
});
