import type { MerchantId } from '@parley/domain';
import type pg from 'pg';

/** A merchant in test mode whose tables are filled. */
export interface Filling {
  readonly client: pg.Client;
  readonly merchantId: MerchantId;
  readonly print: (line: string) => void;
}

/** Prints how long a step takes. */
export async function timed(
  { print }: Pick<Filling, 'print'>,
  what: string,
  step: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  await step();
  print(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}
