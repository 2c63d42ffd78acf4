import type { DueKind, DueMerchant, RetentionPeriods } from '@parley/db';
import type { Mailer } from '@parley/mail';
import type { Deps, MissedEventsOptions } from '@parley/operations';
import { createSender } from '@parley/webhooks/send';
import { createDueWork } from './due-merchants.ts';
import { sweepAttentionItems } from './email-attention-items.ts';
import { FairSlots } from './fair-slots.ts';
import { findWork } from './find-work.ts';
import { runLeasedSweep } from './leases.ts';
import { runLoop } from './loop.ts';
import { warnOfClockSkew } from './node-clocks.ts';
import { createProviderEventRounds } from './provider-events.ts';
import {
  CHECKS,
  sweepAttemptChecks,
  sweepMissedEvents,
  sweepSubscriptions,
} from './provider-sweeps.ts';
import { warnOfStuckEvents } from './queue-alerts.ts';
import { sweepOldRows } from './retention.ts';
import { removeOldMails, sendMails } from './send-mails.ts';
import { MAX_RECEIPTS, sendReceipts } from './send-receipts.ts';
import { sweepExpiredSessions, sweepOverdueReservations } from './sweeps.ts';
import { runWebhooks } from './webhooks/run-webhooks.ts';
import type { WorkerReport } from './worker-report.ts';

/** Milliseconds to wait after the first failed round; doubled after each. */
const RETRY_MS = 100;
/** Milliseconds between two searches for provider accounts that are new. */
const NEW_ACCOUNTS_MS = 10_000;
/** Milliseconds between two searches for emails to send. */
const MAIL_MS = 2_000;
/** Seconds between two searches for items that need attention. */
const ATTENTION_SECONDS = 60;

export interface WorkerOptions {
  readonly missedEvents: MissedEventsOptions;
  /** Seconds without an event or read after which a subscription is read again. */
  readonly subscriptionUnreadSeconds: number;
  /** Seconds between two searches for such subscriptions. */
  readonly subscriptionSweepSeconds: number;
  /** Without a period, data is stored without limit. */
  readonly retention?: RetentionPeriods;
  /** Without it, emails wait. */
  readonly mailer?: Pick<Mailer, 'deliver'> | undefined;
  /** Whether receipts of test mode are emailed too: only where emails reach no one outside. */
  readonly emailsTestReceipts?: boolean;
  /** Origin of the dashboard. Without it, no emails about items that need attention are written. */
  readonly dashboardUrl?: string | undefined;
}

/** Runs all loops of a worker until the signal aborts. Any number of workers may run at once. */
export async function runWorker(
  deps: Deps,
  report: WorkerReport,
  signal: AbortSignal,
  {
    missedEvents,
    subscriptionUnreadSeconds,
    subscriptionSweepSeconds,
    retention,
    mailer,
    emailsTestReceipts: sendsTestMode = false,
    dashboardUrl,
  }: WorkerOptions,
): Promise<void> {
  const { logger } = report;
  const sender = createSender({ allowLoopback: deps.allowLoopbackWebhooks ?? false });
  const providerEvents = createProviderEventRounds(deps, logger, report);
  const attemptChecks = new FairSlots(CHECKS);
  const subscriptionReads = new FairSlots(CHECKS);
  const eventListReads = new FairSlots(CHECKS);
  const receipts = new FairSlots(MAX_RECEIPTS);
  const due = createDueWork();
  /** A loop whose rounds begin when there are merchants with due work. */
  const onDemand = (
    kind: DueKind,
    work: (merchants: readonly DueMerchant[]) => Promise<boolean>,
    maxBusyRatio = 1,
  ) => ({
    name: kind,
    idleMs: RETRY_MS,
    maxBusyRatio,
    ready: () => due[kind].wait(signal),
    work: async () => {
      const merchants = due[kind].take();
      if (await work(merchants)) due[kind].add(merchants);
      return true;
    },
  });
  const loops = [
    onDemand('provider_events', providerEvents.round),
    // A backlog of many sessions must leave the database to requests.
    onDemand('expired_sessions', (merchants) => sweepExpiredSessions(deps, report, merchants), 0.5),
    onDemand('overdue_reservations', (merchants) =>
      sweepOverdueReservations(deps, report, merchants),
    ),
    onDemand('attempt_checks', (merchants) =>
      sweepAttemptChecks(deps, report, attemptChecks, merchants),
    ),
    onDemand('provider_cursors', (merchants) =>
      sweepMissedEvents(deps, report, missedEvents, eventListReads, merchants),
    ),
    onDemand('subscriptions', (merchants) =>
      sweepSubscriptions(deps, report, subscriptionReads, subscriptionUnreadSeconds, merchants),
    ),
    onDemand('receipt_mails', (merchants) =>
      sendReceipts(deps, { mailer, sendsTestMode }, logger, receipts, merchants),
    ),
    {
      name: 'retention',
      idleMs: 60_000,
      work: () =>
        runLeasedSweep(deps, 'retention', 3_600, () => sweepOldRows(deps, report, retention)),
    },
    {
      name: 'new_accounts',
      idleMs: NEW_ACCOUNTS_MS,
      work: () => deps.database.providerSweeps.addProviderCursors(),
    },
    mailer
      ? { name: 'mail', idleMs: MAIL_MS, work: () => sendMails(deps.database, mailer, logger) }
      : { name: 'mail', idleMs: 3_600_000, work: () => removeOldMails(deps.database, logger) },
    {
      name: 'attention_mails',
      idleMs: ATTENTION_SECONDS * 1_000,
      work: async () => {
        if (!mailer || dashboardUrl === undefined) return;
        await runLeasedSweep(deps, 'attention_mails', ATTENTION_SECONDS, () =>
          sweepAttentionItems(deps, report, dashboardUrl),
        );
      },
    },
    {
      name: 'node_clocks',
      idleMs: 3_600_000,
      work: () => warnOfClockSkew(deps.database.diagnostics, logger),
    },
    {
      name: 'queue_alerts',
      idleMs: 60_000,
      work: () => warnOfStuckEvents(deps, logger),
    },
  ];
  await Promise.all([
    findWork(due, {
      database: deps.database,
      logger,
      signal,
      subscriptionUnreadSeconds,
      subscriptionSweepSeconds,
    }),
    runWebhooks({ deps, sender, due, report, logger, signal }),
    ...loops.map((loop) => runLoop({ ...loop, logger, signal })),
  ]);
  const slots = [attemptChecks, subscriptionReads, eventListReads, receipts];
  await Promise.all([providerEvents, ...slots].map((work) => work.drain()));
  await sender.close();
}
