import { describe, expect, it } from 'vitest';
import { createGroupCommit, type GroupCommitOptions, type QueuedCommit } from './group-commit.ts';

interface NamedCommit extends QueuedCommit {
  readonly name: string;
}
const commit = (name: string, locks: readonly string[] = [], bytes = 1): NamedCommit => ({
  name,
  locks,
  bytes,
});

/** A group whose statements end when the test says so. */
function startGroup({ maxCommits = 10, maxBytes = 100 } = {}) {
  const statements: { names: string[]; end: (error?: Error) => void }[] = [];
  const alone: { name: string; end: () => void }[] = [];
  let now = 0;
  const options: GroupCommitOptions<NamedCommit, string> = {
    inFlight: 2,
    maxCommits,
    maxBytes,
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
  return {
    submit,
    alone,
    pass: (ms: number) => {
      now += ms;
    },
    /** The commits of each statement so far. */
    names: () => statements.map((statement) => statement.names),
    end: async (index: number, error?: Error) => {
      statements[index]?.end(error);
      await turn();
    },
    turn,
  };
}

describe('a group commit', () => {
  it('runs two statements at once, and the next one carries all that arrived meanwhile', async () => {
    const group = startGroup();
    const results = ['a', 'b', 'c', 'd'].map((name) => group.submit(commit(name)));
    expect(group.names()).toEqual([['a'], ['b']]);
    await group.end(1);
    expect(group.names()).toEqual([['a'], ['b'], ['c', 'd']]);
    await group.end(0);
    await group.end(2);
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('bounds the number and the size of the commits of a statement', async () => {
    const group = startGroup({ maxCommits: 3, maxBytes: 100 });
    void group.submit(commit('a'));
    void group.submit(commit('b'));
    for (const name of ['c', 'd', 'e', 'f']) void group.submit(commit(name));
    for (const name of ['g', 'h']) void group.submit(commit(name, [], 99));
    void group.submit(commit('larger', [], 1000));
    for (let statement = 0; statement < 7; statement++) await group.end(statement);
    expect(group.names().slice(2)).toEqual([['c', 'd', 'e'], ['f', 'g'], ['h'], ['larger']]);
  });

  it('keeps commits with a common lock apart and in their order, also from a running statement', async () => {
    const group = startGroup();
    void group.submit(commit('a', ['session 1']));
    void group.submit(commit('b'));
    void group.submit(commit('c', ['session 1']));
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
    const group = startGroup();
    void group.submit(commit('a'));
    void group.submit(commit('b'));
    for (const lock of ['3', '1', '2']) void group.submit(commit(lock, [lock]));
    await group.end(0);
    expect(group.names()[2]).toEqual(['1', '2', '3']);
  });

  it('repeats every commit of a failed statement alone while other statements run', async () => {
    const group = startGroup();
    void group.submit(commit('a'));
    void group.submit(commit('b'));
    const [c, d] = [group.submit(commit('c', ['1'])), group.submit(commit('d', ['2']))];
    await group.end(0);
    await group.end(2, new Error('separable'));
    expect(group.alone.map(({ name }) => name)).toEqual(['c', 'd']);
    // Its lock is held until it has ended alone.
    void group.submit(commit('e', ['1']));
    void group.submit(commit('f'));
    expect(group.names().slice(3)).toEqual([['f']]);
    group.alone[0]?.end();
    expect(await c).toBe('c alone');
    await group.end(1);
    expect(group.names().slice(3)).toEqual([['f'], ['e']]);
    group.alone[1]?.end();
    expect(await d).toBe('d alone');
  });

  it('rejects commits that waited too long for a lock instead of writing them in turn', async () => {
    const group = startGroup();
    void group.submit(commit('a', ['session 1']));
    const late = ['b', 'c'].map((name) => group.submit(commit(name, ['session 1'])));
    const results = Promise.allSettled(late);
    group.pass(2);
    void group.submit(commit('d', ['session 1']));
    group.pass(2_999);
    await group.end(0);
    const reason = new Error('late');
    expect(await results).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(group.names()).toEqual([['a'], ['d']]);
  });

  it('rejects all commits of a statement whose failure would repeat itself', async () => {
    const group = startGroup();
    void group.submit(commit('a'));
    void group.submit(commit('b'));
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
    expect(group.names()[3]).toEqual(['e']);
  });
});
