import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/session-change.ts';
import { reportView } from './report-provisioned.ts';

export interface ReportProvisioningFailedInput {
  readonly id: string;
  readonly error_message: string;
  readonly error_code?: string | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
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
