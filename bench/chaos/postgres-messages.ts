import type { WriteWatcher } from './fault-proxy.ts';

const HEADER_BYTES = 5;
/** What the statements that write sessions call (packages/db/src/commit/commit-function.ts). */
const COMMIT_FUNCTION = 'commit_sessions_';

/**
 * Watches the messages of a client of PostgreSQL for the calls that commit: a prepared call of the commit function
 * and the statement COMMIT.
 */
export function watchCommits(): WriteWatcher {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  const commitStatements = new Set<string>();

  function isCommit(type: string, body: Buffer): boolean {
    if (type === 'Q') return /^\s*COMMIT/i.test(body.toString('latin1'));
    if (type !== 'P' && type !== 'B') return false;
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'B') return commitStatements.has(second);
    if (second.includes(COMMIT_FUNCTION)) commitStatements.add(first);
    else commitStatements.delete(first);
    return false;
  }

  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let found = false;
    for (;;) {
      // The first message has no type.
      const header = hasStarted ? HEADER_BYTES : HEADER_BYTES - 1;
      if (rest.length < header) return found;
      const end = rest.readInt32BE(header - 4) + header - 4;
      if (rest.length < end) return found;
      if (hasStarted)
        found = isCommit(String.fromCharCode(rest[0] ?? 0), rest.subarray(header, end)) || found;
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
