import { describe, expect, it } from '@jest/globals';
import { branchVotes, judgeBranch, type BranchJudgement } from '../../../src/chain/agreement/branch-votes.js';
import { BlockNotFoundError } from '../../../src/chain/blocks/read-blocks.js';
import { RpcAnswerError } from '../../../src/chain/rpc/rpc-errors.js';
import type { RpcAnswer } from '../../../src/chain/rpc/types.js';

/** The block that an RPC has at the height of a block that was read as `ours`. */
type Says = 'ours' | 'x' | 'y' | 'z' | 'none yet' | 'no answer' | 'quarantined';

function answer(origin: string, says: Says): RpcAnswer<string> {
  if (says === 'none yet') return { ok: false, origin, quarantined: false, error: new BlockNotFoundError(7) };
  if (says === 'no answer') return { ok: false, origin, quarantined: false, error: new Error('away') };
  return { ok: true, origin, quarantined: says === 'quarantined', value: says };
}

function verdictOf(says: readonly Says[]): BranchJudgement['verdict'] {
  const answers = says.map((each, index) => answer(`rpc${index}`, each));
  return judgeBranch(branchVotes(answers), 'ours').verdict;
}

describe('a block that was read', () => {
  it.each<[BranchJudgement['verdict'], string, readonly Says[]]>([
    ['stands', 'with the only RPC', ['ours']],
    ['gone', 'by the word of the only RPC', ['x']],
    ['stands', 'while one of three has another block', ['x', 'ours', 'ours']],
    ['gone', 'when two of three have the same other block', ['x', 'ours', 'x']],
    ['disputed', 'while two contradict each other', ['x', 'ours']],
    ['gone', 'when both have the same other block', ['x', 'x']],
    ['disputed', 'while each of two has another block', ['x', 'y']],
    ['disputed', 'while each of three has another block', ['x', 'y', 'z']],
    ['disputed', 'while three differ, one of which has it', ['x', 'y', 'ours']],
    ['gone', 'when most have other blocks, and two of them have the same', ['x', 'y', 'x', 'ours']],
    ['disputed', 'while two of four have another block', ['x', 'x', 'ours', 'ours']],
    ['stands', 'while the only RPC that answers has it', ['ours', 'no answer', 'no answer']],
    ['gone', 'by the word of the only one that answers', ['x', 'no answer', 'no answer']],
    [
      'disputed',
      'while one denies it, and the others have not reached its height',
      ['x', 'none yet', 'none yet'],
    ],
    ['stands', 'while one of three has not reached its height', ['ours', 'ours', 'none yet']],
    ['disputed', 'while no RPC answers', ['no answer', 'no answer']],
    ['stands', 'whatever a quarantined RPC says', ['ours', 'quarantined']],
  ])('is judged: %s, %s', (verdict, _why, says) => {
    expect(verdictOf(says)).toBe(verdict);
  });

  it('is confirmed by the RPCs that are named, and denied by the others', () => {
    const answers = [answer('a', 'x'), answer('b', 'ours'), answer('c', 'ours'), answer('d', 'none yet')];
    expect(judgeBranch(branchVotes(answers), 'ours')).toMatchObject({
      having: ['b', 'c'],
      lacking: ['a'],
    });
  });

  it('is judged by one vote for each host; a host whose URLs contradict each other has no vote', () => {
    const answers = [answer('a', 'x'), answer('a', 'x'), answer('b', 'ours'), answer('b', 'none yet')];
    expect(branchVotes(answers)).toEqual({
      byOrigin: new Map(Object.entries({ a: 'x', b: 'ours' })),
      behind: 0,
      unsound: [],
    });
    const judged = branchVotes([...answers, answer('a', 'y')]);
    expect(judged).toEqual({ byOrigin: new Map([['b', 'ours']]), behind: 0, unsound: [] });
  });

  it('is not judged by an RPC whose own answers contradict each other', () => {
    const error = new RpcAnswerError('the parent of block 8 is another one');
    const unsound = { ok: false, origin: 'b', quarantined: false, error } as const;
    expect(branchVotes([answer('a', 'x'), unsound])).toMatchObject({ behind: 0, unsound: ['b'] });
  });
});
