import { listMerchantsWithMembers } from '@parley/db';
import { type Deps, emailAttentionItems } from '@parley/operations';
import type { Logger } from 'pino';
import type { WorkerReport } from './worker-report.ts';

/** Merchants that are listed at once. */
const BATCH = 100;

/**
 * Writes the emails about items that need attention, one merchant after the other. A merchant whose items
 * cannot be read is logged, and its turn comes again with the next sweep.
 */
export async function sweepAttentionItems(
  deps: Deps,
  report: Pick<WorkerReport, 'recordSweep'> & { readonly logger: Pick<Logger, 'error'> },
  dashboardUrl: string,
): Promise<void> {
  let after = '';
  for (;;) {
    const merchants = await listMerchantsWithMembers(deps.database, after, BATCH);
    for (const merchantId of merchants) {
      try {
        const written = await emailAttentionItems(deps, merchantId, dashboardUrl);
        if (written > 0) report.recordSweep('attention_mails', { written });
      } catch (err) {
        const context = { err, merchant_id: merchantId };
        report.logger.error(context, 'emails about items that need attention were not written');
      }
    }
    const last = merchants.at(-1);
    if (last === undefined || merchants.length < BATCH) return;
    after = last;
  }
}
