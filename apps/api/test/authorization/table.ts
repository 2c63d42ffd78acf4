import { type Mode, modes } from '@parley/domain';

/**
 * Who may call each procedure, written by hand. docs/authorization.md shows the same table and
 * explains the columns; authorization.int.test.ts calls every procedure as every principal.
 */
export const authorizationTable = `
| Procedure | None | Secret key | Publishable key | Payer | Owner | Admin | Developer | Support | Viewer | Other key | Other owner |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| sessions.create | 401 | proxy_sessions:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | own | 403 |
| sessions.createWithHandoff | 401 | proxy_sessions:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 422 | 403 |
| sessions.get | 401 | proxy_sessions:read | yes | yes | yes | yes | yes | yes | yes | 404 | 404 |
| sessions.getMerchantView | 401 | proxy_sessions:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| sessions.list | 401 | proxy_sessions:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| sessions.listOverviews | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| sessions.getTimeline | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| sessions.countByStatus | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| sessions.createTest | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | own |
| sessions.replaceCart | 401 | proxy_sessions:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| sessions.issuePayerHandoff | 401 | proxy_sessions:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| sessions.recordPayerOpened | 401 | proxy_sessions:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| sessions.bindProvider | 401 | acquisition_attempts:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| sessions.reportProvisioned | 401 | proxy_sessions:write | 403 | 401 | yes | yes | yes | yes | 403 | 404 | 404 |
| sessions.reportProvisioningFailed | 401 | proxy_sessions:write | 403 | 401 | yes | yes | yes | yes | 403 | 404 | 404 |
| sessions.cancel | 401 | proxy_sessions:write | 403 | 401 | yes | yes | 403 | yes | 403 | 404 | 404 |
| sessions.resolveConflict | 401 | proxy_sessions:write | 403 | 401 | yes | yes | 403 | yes | 403 | 404 | 404 |
| attempts.list | 401 | acquisition_attempts:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| attempts.reserve | 401 | acquisition_attempts:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| attempts.confirmProviderCart | 401 | acquisition_attempts:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| attempts.attachProviderObject | 401 | acquisition_attempts:write | 403 | 401 | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| attempts.supersede | 401 | acquisition_attempts:write | 403 | 401 | yes | yes | 403 | yes | 403 | 404 | 404 |
| subscriptions.get | 401 | subscriptions:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| subscriptions.list | 401 | subscriptions:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| subscriptions.listInvoices | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| subscriptions.listOverviews | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| subscriptions.listBySession | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| webhookEndpoints.list | 401 | webhook_endpoints:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| webhookEndpoints.listWithHealth | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| webhookEndpoints.create | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | own | own |
| webhookEndpoints.get | 401 | webhook_endpoints:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| webhookEndpoints.update | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| webhookEndpoints.archive | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| webhookEndpoints.rotateSecret | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| webhookEndpoints.revokePreviousSecret | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| webhookEndpoints.getHealth | 401 | webhook_endpoints:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| webhookEndpoints.getHourlyDeliveries | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| webhookEndpoints.ping | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| webhookEndpoints.explainSignature | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| deliveries.list | 401 | webhook_endpoints:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| deliveries.get | 401 | webhook_endpoints:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| deliveries.listByEvent | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| deliveries.resend | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | yes | 403 | 404 | 404 |
| events.list | 401 | events:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| events.get | 401 | events:read | 403 | 401 | yes | yes | yes | yes | yes | 404 | 404 |
| events.replay | 401 | webhook_endpoints:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| events.countReplayable | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| providerConfigs.list | 401 | provider_configs:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| providerConfigs.create | 401 | provider_configs:write | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | own |
| providerConfigs.update | 401 | provider_configs:write | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| providerConfigs.createWebhookEndpoint | 401 | provider_configs:write | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| providerConfigs.activate | 401 | provider_configs:write | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| providerConfigs.retire | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| providerEvents.list | 401 | acquisition_attempts:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| providerEvents.get | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| providerEvents.retry | 401 | acquisition_attempts:write | 403 | 401 | yes | yes | yes | 403 | 403 | 404 | 404 |
| apiKeys.list | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| apiKeys.create | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | own |
| apiKeys.roll | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| apiKeys.revoke | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| apiKeys.rename | 401 | 403 | 403 | 401 | yes | yes | yes | 403 | 403 | 403 | 404 |
| apiRequests.list | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| apiRequests.get | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| apiRequests.findIdempotencyKey | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| auditEntries.list | 401 | audit_entries:read | 403 | 401 | yes | yes | yes | yes | yes | own | own |
| attention.listItems | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| attention.listSessionItems | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| attention.countItems | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| attention.triageItem | 401 | 403 | 403 | 401 | yes | yes | yes | yes | 403 | 403 | 404 |
| attention.getOnboarding | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| attention.getSetupStatus | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| overview.getFigures | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| overview.getWebhookHealth | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| savedViews.list | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| savedViews.save | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| savedViews.delete | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| notifications.get | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| notifications.save | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| search.findById | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | 404 |
| team.list | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| team.invite | 401 | 403 | 403 | 401 | yes | yes | 403 | 403 | 403 | 403 | own |
| team.resendInvitation | 401 | 403 | 403 | 401 | yes | yes | 403 | 403 | 403 | 403 | 404 |
| team.cancelInvitation | 401 | 403 | 403 | 401 | yes | yes | 403 | 403 | 403 | 403 | 404 |
| team.changeRole | 401 | 403 | 403 | 401 | yes | yes | 403 | 403 | 403 | 403 | 404 |
| team.remove | 401 | 403 | 403 | 401 | yes | yes | 403 | 403 | 403 | 403 | 404 |
| team.requireSecondFactor | 401 | 403 | 403 | 401 | yes | 403 | 403 | 403 | 403 | 403 | own |
| team.leave | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| settings.get | 401 | 403 | 403 | 401 | yes | yes | yes | yes | yes | 403 | own |
| settings.update | 401 | 403 | 403 | 401 | yes | yes | 403 | 403 | 403 | 403 | own |
| payer.getPage | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| payer.openPage | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| payer.getReceipt | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| payer.preparePayment | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| payer.checkCharge | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| payer.verifyChallenge | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
| payer.syncPayment | 404 | 404 | 404 | yes | 403 | 403 | 403 | 403 | 403 | 404 | 403 |
`;

const columns = [
  'none',
  'secretKey',
  'publishableKey',
  'payer',
  'owner',
  'admin',
  'developer',
  'support',
  'viewer',
  'otherKey',
  'otherOwner',
] as const;
export type Column = (typeof columns)[number];

/** The rows of the table: a procedure, and the cell of each column. */
export const authorizationRows = authorizationTable
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [procedure = '', ...cells] = line
      .split('|')
      .map((cell) => cell.trim())
      .filter(Boolean);
    const byColumn = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    return [procedure, byColumn as Record<Column, string>] as const;
  });

/**
 * Reads the table of docs/authorization.md under Re-authentication: the modes in which a procedure requires
 * a recent proof of identity. The noun of a group is written once.
 */
export function readRecentAuthentication(document: string): ReadonlyMap<string, readonly Mode[]> {
  const rows = [...document.matchAll(/^\| (Both|Live) \| (.+) \|$/gm)];
  return new Map(
    rows.flatMap(([, when, groups = '']) =>
      groups.split(';').flatMap((group) => {
        const names = [...group.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
        const [noun] = names[0]?.split('.') ?? [];
        return names.map((name) => {
          const path = name.includes('.') ? name : `${noun}.${name}`;
          return [path, when === 'Both' ? modes : (['live'] as const)] as const;
        });
      }),
    ),
  );
}
