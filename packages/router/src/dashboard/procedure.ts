import { DomainError } from '@parley/domain';
import type { Caller } from '@parley/operations';
import { dashboardTrpc } from '../trpc.ts';
import { holdersOf, may, type Permission } from './permission.ts';

/** For people who are signed in, about their own merchant. */
export const dashboardProcedure = dashboardTrpc.procedure.use(async ({ ctx, next }) => {
  const { user } = ctx;
  if (!user) throw new DomainError('authentication_required', 'Sign in first.');
  const caller: Caller = {
    merchantId: user.merchantId,
    mode: user.mode,
    requestId: ctx.requestId,
    actor: { kind: 'user', id: user.userId },
  };
  return next({ ctx: { ...ctx, user, caller } });
});

const procedureFor = (permission: Permission) =>
  dashboardProcedure.use(async ({ ctx, next }) => {
    if (!may(ctx.user.role, permission)) {
      throw new DomainError(
        'insufficient_scope',
        `Your role (${ctx.user.role}) may not do this. Ask ${holdersOf(permission)}.`,
      );
    }
    return next();
  });

/** For people who set the integration up and try it. */
export const integrateProcedure = procedureFor('integrate');
/** For people who decide what becomes of a buyer's money. */
export const settleProcedure = procedureFor('settle');
