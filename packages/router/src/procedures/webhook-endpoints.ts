import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const webhookEndpoints = {
  list: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      openapi: {
        operationId: 'listWebhookEndpoints',
        method: 'GET',
        path: '/webhook_endpoints',
        summary: 'List webhook endpoints',
        description: 'Returns the webhook endpoints, newest first, including archived ones.',
      },
    })
    .input(contract.listWebhookEndpointsInput)
    .output(contract.listWebhookEndpointsOutput)
    .query(run(operations.listWebhookEndpoints)),
  create: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      recentAuthentication: 'always',
      errors: ['limit_reached'],
      openapi: {
        operationId: 'createWebhookEndpoint',
        method: 'POST',
        path: '/webhook_endpoints',
        summary: 'Create a webhook endpoint',
        description:
          'Creates an endpoint that receives events from now on. The initial signing secret is never returned: rotate it to obtain one.',
      },
    })
    .input(contract.createWebhookEndpointInput)
    .output(contract.webhookEndpointOutput)
    .mutation(run(operations.createWebhookEndpoint)),
  get: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      openapi: {
        operationId: 'getWebhookEndpoint',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}',
        summary: 'Retrieve a webhook endpoint',
        description: 'Returns a webhook endpoint without its signing secret.',
      },
    })
    .input(contract.webhookEndpointInput)
    .output(contract.webhookEndpointOutput)
    .query(run(operations.getWebhookEndpoint)),
  update: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      recentAuthentication: 'always',
      errors: ['endpoint_archived'],
      openapi: {
        operationId: 'updateWebhookEndpoint',
        method: 'PATCH',
        path: '/webhook_endpoints/{webhook_endpoint_id}',
        summary: 'Update a webhook endpoint',
        description:
          'Changes the given fields. An endpoint that becomes active again receives what waited for it before it became inactive. Replay the events since then.',
      },
    })
    .input(contract.updateWebhookEndpointInput)
    .output(contract.webhookEndpointOutput)
    .mutation(run(operations.updateWebhookEndpoint)),
  archive: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      recentAuthentication: 'always',
      openapi: {
        operationId: 'archiveWebhookEndpoint',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/archive',
        summary: 'Archive a webhook endpoint',
        description:
          'Archives an endpoint permanently. It receives no more events, and its pending deliveries are canceled.',
      },
    })
    .input(contract.webhookEndpointInput)
    .output(contract.webhookEndpointOutput)
    .mutation(run(operations.archiveWebhookEndpoint)),
  rotateSecret: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      recentAuthentication: 'always',
      errors: ['endpoint_archived'],
      openapi: {
        operationId: 'rotateSigningSecret',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/rotate_secret',
        summary: 'Rotate the signing secret',
        description:
          'Creates a new signing secret and returns it, this one time. Deliveries are also signed with the previous secret until the given time. A second rotation drops the oldest secret.',
      },
    })
    .input(contract.rotateSecretInput)
    .output(contract.rotateSecretOutput)
    .mutation(run(operations.rotateSigningSecret)),
  revokePreviousSecret: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      recentAuthentication: 'always',
      errors: ['endpoint_archived'],
      extension: true,
      openapi: {
        operationId: 'revokePreviousSecret',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/revoke_previous_secret',
        summary: 'Revoke the previous signing secret',
        description:
          'Ends the overlap of a rotation immediately: deliveries are signed with the newest secret only.',
      },
    })
    .input(contract.webhookEndpointInput)
    .output(contract.webhookEndpointOutput)
    .mutation(run(operations.revokePreviousSecret)),
  getHealth: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'getEndpointHealth',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}/health',
        summary: 'Retrieve the health of a webhook endpoint',
        description:
          'Returns the delivery results of the last 24 hours, the pending deliveries, and the reason why the service made the endpoint inactive.',
      },
    })
    .input(contract.webhookEndpointInput)
    .output(contract.endpointHealth)
    .query(run(operations.getEndpointHealth)),
  ping: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: ['endpoint_archived'],
      extension: true,
      openapi: {
        operationId: 'pingEndpoint',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/ping',
        summary: 'Send a test event',
        description:
          'Sends a sample of an event to one endpoint, regardless of its event types. It has `test: true` and the sequence 0. In live mode only webhook_endpoint.ping can be sent.',
      },
    })
    .input(contract.pingEndpointInput)
    .output(contract.deliveryOutput)
    .mutation(run(operations.pingEndpoint)),
  /** Explains why a webhook cannot be verified. A mutation, so that the webhook is in no URL. */
  explainSignature: procedure
    .meta({ permission: 'integrate' })
    .input(contract.explainSignatureInput)
    .output(contract.signatureExplanation)
    .mutation(run(operations.explainSignature)),
  getHourlyDeliveries: procedure
    .meta({ permission: 'view' })
    .input(contract.webhookEndpointInput)
    .output(contract.hourlyDeliveries)
    .query(run(operations.getHourlyDeliveries)),
  /** Returns a page of endpoints, either archived or not, each with its health. */
  listWithHealth: procedure
    .meta({ permission: 'view' })
    .input(contract.listEndpointsWithHealthInput)
    .output(contract.listEndpointsWithHealthOutput)
    .query(run(operations.listEndpointsWithHealth)),
};
