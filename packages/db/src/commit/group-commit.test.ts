import { describe, expect, it, vi } from 'vitest';
import { createGroupCommit, type GroupCommitOptions, type QueuedCommit } from './group-commit.ts';

interface NamedCommit extends QueuedCommit {
  readonly name: string;
}
const commit = (name: string, locks: readonly string[] = [], bytes = 1): NamedCommit => ({
  merchantId: 'merchant',
  name,
  locks,
  bytes,
});

/** A group whose statements end when the test says so. The first two, of a and b, are running. */
async function startGroup({
  maxCommits = 10,
  maxBytes = 100,
  largeBytes = 10_000,
  inFlight = 2,
  getGroup = ({ merchantId }: QueuedCommit) => merchantId,
} = {}) {
  const statements: { names: string[]; end: (error?: Error) => void }[] = [];
  const alone: { name: string; end: () => void }[] = [];
  let now = 0;
  const options: GroupCommitOptions<NamedCommit, string> = {
    inFlight,
    inFlightPerGroup: 2,
    getGroup,
    slowStatementMs: 20,
    maxCommits,
    maxBytes,
    largeBytes,
    maxWaitMs: 3_000,
    lateError: () => new Error('late'),
    write: (commits) =>
      new Promise((resolve, reject) => {
        const names = commits.map(({ name }) => name);
        const end = (error?: Error) => (error ? reject(error) : resolve(names));
        statements.push({ names, end });
      }),
    isSeparable: (error) => (error as Error).message === 'separable',
    writeAlone: ({ name }) =>
      new Promise((resolve) => alone.push({ name, end: () => resolve(`${name} alone`) })),
  };
  const submit = createGroupCommit(options, () => now);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first: Promise<string>[] = [];
  for (const name of ['a', 'b']) {
    first.push(submit(commit(name, [name])));
    await turn();
  }
  return {
    submit,
    first,
    alone,
    pass: (ms: number) => {
      now += ms;
    },
    /** The commits of each statement so far. */
    names: () => statements.map((statement) => statement.names),
    end: async (index: number, error?: Error) => {
      statements[index]?.end(error);
      // The result arrives in this turn, the next statement starts at the end of the next one.
      await turn();
      await turn();
    },
    turn,
  };
}

describe('a group commit', () => {
  it('runs two statements at once, and the next one has all that arrived meanwhile or in its turn', async () => {
    const group = await startGroup();
    const results = [...group.first, ...['c', 'd'].map((name) => group.submit(commit(name)))];
    await group.turn();
    expect(group.names()).toEqual([['a'], ['b']]);
    await group.end(1);
    expect(group.names()).toEqual([['a'], ['b'], ['c', 'd']]);
    await group.end(0);
    await group.end(2);
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
    // All three statements have ended: what is submitted in one turn shares a statement, too.
    for (const name of ['e', 'f']) void group.submit(commit(name));
    await group.turn();
    expect(group.names().slice(3)).toEqual([['e', 'f']]);
  });

  it('starts a second statement only with as many commits as the first one has, or when that is slow', async () => {
    const group = await startGroup();
    for (const name of ['c', 'd', 'e']) void group.submit(commit(name));
    await group.end(0);
    await group.end(1);
    expect(group.names().slice(2)).toEqual([['c', 'd', 'e']]);
    for (const name of ['f', 'g']) void group.submit(commit(name));
    await group.turn();
    expect(group.names()).toHaveLength(3);
    void group.submit(commit('h'));
    await group.turn();
    expect(group.names().slice(3)).toEqual([['f', 'g', 'h']]);
    await group.end(2);
    void group.submit(commit('i'));
    await group.turn();
    expect(group.names()).toHaveLength(4);
    group.pass(20);
    await vi.waitFor(() => expect(group.names().slice(4)).toEqual([['i']]));
  });

  it('starts a statement per group while statements of other groups run', async () => {
    const group = await startGroup({ inFlight: 4 });
    const of = (merchantId: string, name: string) => ({ ...commit(name), merchantId });
    await group.end(0);
    for (const name of ['c', 'd']) void group.submit(of('one', name));
    for (const name of ['e', 'f', 'g']) void group.submit(of('two', name));
    await group.turn();
    expect(group.names().slice(2)).toEqual([
      ['c', 'd'],
      ['e', 'f', 'g'],
    ]);
    void group.submit(of('one', 'h'));
    void group.submit(of('three', 'i'));
    void group.submit(of('four', 'j'));
    await group.turn();
    expect(group.names().slice(4)).toEqual([['i']]);
    await group.end(2);
    expect(group.names().slice(5)).toEqual([['h']]);
    await group.end(3);
    expect(group.names().slice(6)).toEqual([['j']]);
  });

  it('leaves statements for other groups while those of one group are slow', async () => {
    const group = await startGroup({ inFlight: 3 });
    group.pass(20);
    void group.submit(commit('c'));
    void group.submit({ ...commit('d'), merchantId: 'other' });
    await group.turn();
    expect(group.names()).toEqual([['a'], ['b'], ['d']]);
  });

  it('bounds the number and the size of the commits of a statement', async () => {
    const group = await startGroup({ maxCommits: 3, maxBytes: 100 });
    for (const name of ['c', 'd', 'e', 'f']) void group.submit(commit(name));
    for (const name of ['g', 'h']) void group.submit(commit(name, [], 99));
    void group.submit(commit('larger', [], 1000));
    for (let statement = 0; statement < 7; statement++) await group.end(statement);
    expect(group.names().slice(2)).toEqual([['c', 'd', 'e'], ['f', 'g'], ['h'], ['larger']]);
  });

  it('takes one commit of each merchant of a group before the second of any', async () => {
    const group = await startGroup({ maxCommits: 3, getGroup: () => '' });
    for (const name of ['c', 'd', 'e', 'f']) void group.submit(commit(name));
    void group.submit({ ...commit('g'), merchantId: 'other' });
    void group.submit({ ...commit('h'), merchantId: 'third' });
    await group.end(0);
    expect(group.names().slice(2)).toEqual([['c', 'g', 'h']]);
    await group.end(1);
    expect(group.names().slice(3)).toEqual([['d', 'e', 'f']]);
  });

  it('writes a large commit alone, one at a time, while statements with small ones run', async () => {
    const group = await startGroup({ largeBytes: 50, inFlight: 8, getGroup: () => '' });
    const large = (name: string, merchantId = 'merchant') => ({
      ...commit(name, [name], 51),
      merchantId,
    });
    const written = ['l1', 'l2'].map((name) => group.submit(large(name)));
    void group.submit(large('l3', 'other'));
    for (const name of ['c', 'd']) void group.submit(commit(name));
    await group.turn();
    expect(group.names().slice(2)).toEqual([['l1']]);
    await group.end(0);
    expect(group.names().slice(3)).toEqual([['c', 'd']]);
    await group.end(2);
    expect(await written[0]).toBe('l1');
    expect(group.names().slice(4)).toEqual([['l3']]);
    await group.end(1);
    await group.end(4);
    expect(group.names().slice(5)).toEqual([['l2']]);
  });

  it('leaves half of the statements free for small commits of groups with large ones', async () => {
    const group = await startGroup({ largeBytes: 50, inFlight: 4 });
    await group.end(0);
    await group.end(1);
    for (const merchantId of ['one', 'two', 'three'])
      void group.submit({ ...commit(merchantId, [], 51), merchantId });
    for (const name of ['c', 'd']) void group.submit({ ...commit(name), merchantId: name });
    await group.turn();
    expect(group.names().slice(2)).toEqual([['one'], ['two'], ['c'], ['d']]);
    await group.end(2);
    expect(group.names().slice(6)).toEqual([['three']]);
  });

  it('keeps commits with a common lock apart and in their order, also from a running statement', async () => {
    const group = await startGroup();
    void group.submit(commit('c', ['a']));
    void group.submit(commit('d', ['session 2', 'key']));
    void group.submit(commit('e', ['key']));
    await group.end(1);
    expect(group.names()[2]).toEqual(['d']);
    await group.end(0);
    expect(group.names()[3]).toEqual(['c']);
    await group.end(2);
    expect(group.names()[4]).toEqual(['e']);
  });

  it('orders the commits of a statement by their locks', async () => {
    const group = await startGroup();
    for (const lock of ['3', '1', '2']) void group.submit(commit(lock, [lock]));
    await group.end(0);
    expect(group.names()[2]).toEqual(['1', '2', '3']);
  });

  it('repeats every commit of a failed statement alone while other statements run', async () => {
    const group = await startGroup();
    const [c, d] = [group.submit(commit('c', ['1'])), group.submit(commit('d', ['2']))];
    await group.end(0);
    await group.end(2, new Error('separable'));
    expect(group.alone.map(({ name }) => name)).toEqual(['c', 'd']);
    // Its lock is held until it has ended alone.
    void group.submit(commit('e', ['1']));
    void group.submit(commit('f'));
    await group.turn();
    expect(group.names().slice(3)).toEqual([['f']]);
    group.alone[0]?.end();
    expect(await c).toBe('c alone');
    await group.end(1);
    expect(group.names().slice(3)).toEqual([['f'], ['e']]);
    group.alone[1]?.end();
    expect(await d).toBe('d alone');
  });

  it('rejects commits that waited too long for a lock instead of writing them in turn', async () => {
    const group = await startGroup();
    const late = ['c', 'd'].map((name) => group.submit(commit(name, ['a'])));
    const results = Promise.allSettled(late);
    group.pass(2);
    void group.submit(commit('e', ['a']));
    group.pass(2_999);
    await group.end(0);
    const reason = new Error('late');
    expect(await results).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(group.names().slice(2)).toEqual([['e']]);
  });

  it('rejects all commits of a statement whose failure would repeat itself', async () => {
    const group = await startGroup();
    const both = Promise.allSettled([group.submit(commit('c', ['1'])), group.submit(commit('d'))]);
    await group.end(0);
    await group.end(2, new Error('outage'));
    const reason = new Error('outage');
    expect(await both).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(group.alone).toEqual([]);
    void group.submit(commit('e', ['1']));
    await group.turn();
    expect(group.names()[3]).toEqual(['e']);
  });
});
