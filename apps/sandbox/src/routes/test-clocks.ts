import type Stripe from 'stripe';
import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { del, post, type Route, retrieveOperation } from '../api/operation.ts';
import { advanceClock } from '../background/run-timers.ts';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/kinds.ts';
import { invalid } from '../wire/errors.ts';
import { integer, noParams, text } from '../wire/params.ts';

const LIFETIME_SECONDS = 30 * 86_400;
const PATH = '/v1/test_helpers/test_clocks';

/** Test clocks. The simulator has one time, so advancing any of them advances all objects. */
export const testClockRoutes: readonly Route[] = [
  post(
    PATH,
    z.strictObject({ frozen_time: integer(0), name: text(300).optional() }),
    async ({ tx }, { frozen_time, name }) => {
      const clock: Stripe.TestHelpers.TestClock = {
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: nowSeconds(),
        deletes_after: nowSeconds() + LIFETIME_SECONDS,
        frozen_time,
        livemode: tx.config.livemode,
        name: name ?? null,
        status: 'ready',
        status_details: {},
      };
      await tx.create(clock.object, clock, 'test_helpers.test_clock.created');
      return clock;
    },
  ),
  listOperation('test_helpers.test_clock', PATH, {}),
  retrieveOperation('test_helpers.test_clock', PATH),

  post(
    `${PATH}/:id/advance`,
    z.strictObject({ frozen_time: integer(0) }),
    async ({ tx, id, store }, { frozen_time }) => {
      const clock = await tx.lock('test_helpers.test_clock', id);
      const seconds = frozen_time - clock.data.frozen_time;
      if (seconds <= 0) {
        throw invalid('`frozen_time` must be after the current frozen time of the test clock.', {
          param: 'frozen_time',
        });
      }
      // The timers run in transactions of their own, meanwhile this one is idle for longer than the limit.
      await tx.client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await tx.emit('test_helpers.test_clock.advancing', {
        data: {
          ...clock.data,
          status: 'advancing',
          status_details: { advancing: { target_frozen_time: frozen_time } },
        },
      });
      await advanceClock(store, seconds);
      await tx.change(clock, { frozen_time });
      await tx.emit('test_helpers.test_clock.ready', clock);
      return clock.data;
    },
  ),

  del(`${PATH}/:id`, noParams, async ({ tx, id }) => {
    const clock = await tx.lock('test_helpers.test_clock', id);
    await tx.client.query('DELETE FROM object WHERE id = $1', [id]);
    await tx.emit('test_helpers.test_clock.deleted', clock);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  }),
];
