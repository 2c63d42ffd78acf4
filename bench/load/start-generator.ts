import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from './load-protocol.ts';

/** A process that generates load. */
export interface Generator {
  /** @param begin runs once all connections are open */
  run(job: LoadJob, begin: () => Promise<void>): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startGenerator(): Generator {
  const script = fileURLToPath(new URL('load-generator.ts', import.meta.url));
  const child = fork(script, { serialization: 'advanced' });
  return {
    async run(job, begin) {
      child.send(job);
      await once(child, 'message');
      await begin();
      child.send('start');
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
