import type { PayerPage } from '@parley/operations';
import { isPending, type KnownStage, stageOf } from '../view/stage.ts';

/** Milliseconds before each look; after the last one the payer need not stay. About four minutes. */
export const lookDelays = [
  1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 30_000, 45_000, 60_000,
] as const;

export type Watched =
  | { readonly kind: 'settled'; readonly page: PayerPage; readonly stage: KnownStage }
  /** The provider says that it took nothing, and the payer can try again. */
  | { readonly kind: 'not_charged'; readonly page: PayerPage }
  | { readonly kind: 'given_up' };

interface WatchPorts {
  /** Looks in a row that have to find nothing charged, before that is believed. */
  readonly looksToBelieve: number;
  /** Asks the provider, through the server; null when no answer came. */
  readonly look: () => Promise<PayerPage | null>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Looks until the outcome is known, less and less often. */
export async function watch({ look, wait, looksToBelieve }: WatchPorts): Promise<Watched> {
  let uncharged = 0;
  for (const delay of lookDelays) {
    await wait(delay);
    const page = await look();
    if (page === null) continue;
    const stage = stageOf(page);
    if (isPending(stage)) {
      uncharged = 0;
    } else if (stage !== 'form') {
      return { kind: 'settled', page, stage };
    } else {
      uncharged += 1;
      if (uncharged >= looksToBelieve) return { kind: 'not_charged', page };
    }
  }
  return { kind: 'given_up' };
}
