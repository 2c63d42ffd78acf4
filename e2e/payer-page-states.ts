import {
  type APIRequestContext,
  expect,
  type Frame,
  type Page,
  type Route,
} from '@playwright/test';
import { demo } from './demo.ts';
import { cards } from './payer.ts';
import { payerPageSessions } from './payer-page-sessions.ts';

/** A state of the payer page, and how a payer comes to see it. */
export interface PayerPageState {
  /** Names its snapshots and screenshots. */
  readonly name: string;
  /** Null for a page without a session, which is never in a frame. */
  readonly stage: string | null;
  /** Returns the link to a page in this state. */
  readonly link: () => Promise<string>;
  /** An element that is there when nothing loads any more. */
  readonly ready: string;
  /** Requests that fail or get no response. */
  readonly requests: Readonly<Record<string, 'fail' | 'hang'>>;
  /** What happens on the page before it has the state. */
  readonly act: (view: Page | Frame) => Promise<void>;
  /** Whether what follows from the prepared payment moves the page. The server cannot know it before. */
  readonly moves: boolean;
  /** The events after `ready` and `resize` that a page receives which shows it in a frame. */
  readonly events: readonly string[];
  /** What differs from run to run. */
  readonly varies: RegExp | null;
}

/** The delay after so many declines is fifteen minutes. */
const DELAYING_DECLINES = 9;
const MAX_DECLINES = 10;

const confirmation = `${demo.sandbox_url}/v1/payment_intents/*/confirm`;
const sync = `${demo.checkout_url}/rpc/syncPayment*`;

/** The requests of the state on display that get no response. */
const hanging: Route[] = [];

/** Pays in any language. */
async function payByCard(view: Page | Frame): Promise<void> {
  await expect(view.locator('#pay')).toBeEnabled();
  const form = view.frameLocator('iframe').first();
  await form.locator('#number').fill(cards.success);
  await form.locator('#expiry').fill('12 / 30');
  await form.locator('#cvc').fill('123');
  await view.locator('#pay').click();
}

/** Ends the time between two requests of a page that polls, until it gives up. */
async function skipPolling(view: Page | Frame): Promise<void> {
  await expect(async () => {
    await view.evaluate(() => dispatchEvent(new Event('online')));
    await expect(view.locator('[data-stage="slow"]')).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

/** The elements after which nothing loads any more, by stage. */
const readyElements: Readonly<Record<string, string>> = {
  form: '#pay:enabled',
  card_missing: '#pay:enabled',
  action_required: '#another:enabled',
};

/** The events that the merchant's page receives, by stage. */
const eventsOfStages: Readonly<Record<string, readonly string[]>> = {
  action_required: ['requires_action'],
  processing: ['processing'],
  unsure: ['processing'],
  slow: ['processing'],
  under_review: ['processing'],
  paid: ['success'],
  nothing_due: ['success'],
  expired: ['expired'],
  canceled: ['expired'],
  blocked: ['expired'],
  refunding: ['expired'],
  returned: ['expired'],
  disputed: ['processing'],
  unfulfilled: ['error'],
};

/** Creates a session in every state, all at the same time, except of the challenge during an attack. */
export async function createPayerPageStates(
  request: APIRequestContext,
): Promise<readonly PayerPageState[]> {
  const sessions = payerPageSessions(request);

  async function state(
    name: string,
    stage: string | null,
    link: Promise<{ readonly url: string }>,
    more: Partial<PayerPageState> = {},
  ): Promise<PayerPageState> {
    const { url } = await link;
    const ready = readyElements[stage ?? ''] ?? 'main';
    const events = eventsOfStages[stage ?? ''] ?? [];
    return {
      ...{ name, stage, ready, events, link: async () => url },
      ...{
        requests: {},
        act: async () => {},
        varies: null,
        moves: more.act !== undefined,
        ...more,
      },
    };
  }

  const open = sessions.create();
  let repriced = await open;
  const unknownLink = repriced.url.replace(/psess_\w{8}/, 'psess_00000000');
  return Promise.all([
    state('form', 'form', open),
    state('form-subscription', 'form', sessions.createSubscription()),
    state('form-trial', 'form', sessions.createTrial()),
    state('form-hosted', 'form', sessions.createCheckout('hosted'), { moves: true }),
    state('form-embedded', 'form', sessions.createCheckout('embedded'), {
      ready: '#card[aria-busy="false"]',
      moves: true,
    }),
    state('form-email-missing', 'form', sessions.createCheckout('custom'), {
      act: async (view) => {
        await view.locator('#pay:enabled').click();
        await expect(view.locator('#email')).toBeFocused();
      },
    }),
    state('form-not-loaded', 'form', open, {
      requests: { [`${demo.sandbox_url}/v3/**`]: 'fail' },
      ready: '#retry',
      moves: true,
      events: ['error'],
    }),
    state('form-price-changed', 'form', open, {
      link: async () => {
        repriced = await sessions.create();
        return repriced.url;
      },
      events: ['cart_updated'],
      act: async (view) => {
        await expect(view.locator('#pay:enabled')).toBeVisible();
        await sessions.changePrice(repriced);
        await expect(view.locator('#notice')).not.toBeEmpty();
      },
    }),
    state('declined', 'form', sessions.decline(1, { status_reason: 'payment_declined' })),
    state(
      'declined-delayed',
      'form',
      sessions.decline(DELAYING_DECLINES, { retry_at: expect.any(String) }),
      // The button waits before, too, until the page knows about the delay.
      { ready: '#announcer:not(:empty)', varies: /\b1\d\b/g },
    ),
    state('blocked', 'blocked', sessions.decline(MAX_DECLINES, { declined_too_often: true })),
    state('action-required', 'action_required', sessions.requireAuthentication()),
    // Sessions of their own: a page that is replaced may still repeat its payment.
    state('paying', 'form', sessions.create(), {
      requests: { [confirmation]: 'hang' },
      act: async (view) => {
        await payByCard(view);
        // A confirmation that the page sends only after this state would pay.
        await expect.poll(() => hanging.length).toBe(1);
      },
      ready: '#pay[data-state="paying"]',
    }),
    state('unsure', 'unsure', sessions.create(), {
      requests: { [confirmation]: 'fail', [sync]: 'fail' },
      act: payByCard,
    }),
    state('slow', 'slow', sessions.create(), {
      requests: { [confirmation]: 'fail', [sync]: 'fail' },
      act: async (view) => {
        await payByCard(view);
        await skipPolling(view);
      },
    }),
    state('processing', 'processing', sessions.debit()),
    state('paid', 'paid', sessions.pay()),
    state('nothing-due', 'nothing_due', sessions.completeFree()),
    state('trial-begun', 'nothing_due', sessions.startTrial()),
    // The page finds out that the card is missing when the trial has begun. Until it has one, it sends no success.
    state('card-missing', 'card_missing', sessions.startTrialWithoutCard(), {
      moves: true,
      varies: /\p{L}+ \d{1,2}, \d{4}|\d{1,2} \p{L}+ \d{4}/gu,
    }),
    state('subscribed', 'paid', sessions.paySubscription()),
    state('unfulfilled', 'unfulfilled', sessions.failToFulfill()),
    state('under-review', 'under_review', sessions.payWrongAmount()),
    state('refunding', 'refunding', sessions.refund()),
    state('returned', 'returned', sessions.returnPayment()),
    state('partly-refunded', 'paid', sessions.returnPayment(1000)),
    state('disputed', 'disputed', sessions.dispute()),
    state('canceled', 'canceled', sessions.cancel()),
    state('expired', 'expired', sessions.expire()),
    state('waiting', 'waiting', sessions.createUnprepared(), { moves: true }),
    state('not-payable', 'not_payable', sessions.createRefused(), { moves: true }),
    state('unknown-link', null, Promise.resolve({ url: unknownLink }), { varies: /req_\w+/g }),
    state('no-link', null, Promise.resolve({ url: `${demo.checkout_url}/?` })),
  ]);
}

/**
 * Shows a state on a page, or in a frame of it.
 * @param open opens a link on the page
 */
export async function showState(
  page: Page,
  { link, requests, act, stage, ready }: PayerPageState,
  open: (url: string) => Promise<Page | Frame>,
): Promise<Page | Frame> {
  // Without their handler they would be sent.
  for (const route of hanging.splice(0)) await route.abort();
  await page.unrouteAll();
  for (const [url, outcome] of Object.entries(requests)) {
    await page.route(url, async (route) => {
      if (outcome === 'fail') await route.abort();
      else hanging.push(route);
    });
  }
  const view = await open(await link());
  await act(view);
  const main = stage === null ? 'main.message' : `#page[data-stage="${stage}"]`;
  await expect(view.locator(main)).toBeVisible();
  await expect(view.locator(ready)).toBeVisible();
  return view;
}
