import type { ReportProvisionedInput, ReportProvisioningFailedInput } from '@parley/contract';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import type { SessionChange } from '../session-change/session-change.ts';

/** The response of the fulfillment reports, cancel and resolve operations. */
export function reportView(change: SessionChange) {
  return {
    proxy_session_id: change.session.id,
    status: change.session.status,
    updated_at: change.session.updatedAt.toISOString(),
  };
}

/**
 * Records that the merchant has fulfilled a paid or provisionable session. Source: interface 4.9.
 * @throws DomainError not_found, session_state_conflict
 */
export async function reportProvisioned(deps: Deps, caller: Caller, input: ReportProvisionedInput) {
  return changeSession(deps, caller, input.id, (change) => {
    change.command('report_provisioned', {
      fulfillmentReference: input.fulfillment_reference ?? null,
      fulfillmentMetadata: input.metadata ?? {},
    });
    return reportView(change);
  });
}

/**
 * Records that a paid or provisionable session can never be fulfilled. Source: interface 4.10.
 * @throws DomainError not_found, session_state_conflict
 */
export async function reportProvisioningFailed(
  deps: Deps,
  caller: Caller,
  input: ReportProvisioningFailedInput,
) {
  return changeSession(deps, caller, input.id, (change) => {
    change.command('report_provisioning_failed', {
      failureMessage: input.error_message,
      failureCode: input.error_code ?? null,
      failureMetadata: input.metadata ?? {},
    });
    return reportView(change);
  });
}
