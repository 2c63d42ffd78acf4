import {
  createWebhookEndpointInput,
  deliveryOutput,
  endpointHealth,
  explainSignatureInput,
  hourlyDeliveries,
  listEndpointsWithHealthOutput,
  listWebhookEndpointsInput,
  listWebhookEndpointsOutput,
  pingEndpointInput,
  rotateSecretInput,
  rotateSecretOutput,
  signatureExplanation,
  updateWebhookEndpointInput,
  webhookEndpointInput,
  webhookEndpointOutput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { z } from 'zod';
import { procedure } from '../procedure.ts';

export const webhookEndpoints = {
  list: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      errors: [],
      openapi: {
        operationId: 'listWebhookEndpoints',
        method: 'GET',
        path: '/webhook_endpoints',
        tags: ['Webhook endpoints'],
        summary: 'List webhook endpoints',
        description: 'Returns the webhook endpoints, newest first, including archived ones.',
      },
    })
    .input(listWebhookEndpointsInput)
    .output(listWebhookEndpointsOutput)
    .query(({ ctx, input }) => operations.listWebhookEndpoints(ctx.deps, ctx.caller, input)),
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
        tags: ['Webhook endpoints'],
        summary: 'Create a webhook endpoint',
        description:
          'Creates an endpoint that receives events from now on. The initial signing secret is never returned: rotate it to obtain one.',
      },
    })
    .input(createWebhookEndpointInput)
    .output(webhookEndpointOutput)
    .mutation(({ ctx, input }) => operations.createWebhookEndpoint(ctx.deps, ctx.caller, input)),
  get: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      errors: [],
      openapi: {
        operationId: 'getWebhookEndpoint',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}',
        tags: ['Webhook endpoints'],
        summary: 'Retrieve a webhook endpoint',
        description: 'Returns a webhook endpoint without its signing secret.',
      },
    })
    .input(webhookEndpointInput)
    .output(webhookEndpointOutput)
    .query(({ ctx, input }) => operations.getWebhookEndpoint(ctx.deps, ctx.caller, input)),
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
        tags: ['Webhook endpoints'],
        summary: 'Update a webhook endpoint',
        description:
          'Changes the given fields. An endpoint that becomes active again receives its pending events.',
      },
    })
    .input(updateWebhookEndpointInput)
    .output(webhookEndpointOutput)
    .mutation(({ ctx, input }) => operations.updateWebhookEndpoint(ctx.deps, ctx.caller, input)),
  archive: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      recentAuthentication: 'always',
      errors: [],
      openapi: {
        operationId: 'archiveWebhookEndpoint',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/archive',
        tags: ['Webhook endpoints'],
        summary: 'Archive a webhook endpoint',
        description:
          'Archives an endpoint permanently. It receives no more events, and its pending deliveries are canceled.',
      },
    })
    .input(webhookEndpointInput)
    .output(webhookEndpointOutput)
    .mutation(({ ctx, input }) => operations.archiveWebhookEndpoint(ctx.deps, ctx.caller, input)),
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
        tags: ['Webhook endpoints'],
        summary: 'Rotate the signing secret',
        description:
          'Creates a new signing secret and returns it, this one time. Deliveries are also signed with the previous secret until the given time. A second rotation drops the oldest secret.',
      },
    })
    .input(rotateSecretInput)
    .output(rotateSecretOutput)
    .mutation(({ ctx, input }) => operations.rotateSigningSecret(ctx.deps, ctx.caller, input)),
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
        tags: ['Webhook endpoints'],
        summary: 'Revoke the previous signing secret',
        description:
          'Ends the overlap of a rotation immediately: deliveries are signed with the newest secret only.',
      },
    })
    .input(webhookEndpointInput)
    .output(webhookEndpointOutput)
    .mutation(({ ctx, input }) => operations.revokePreviousSecret(ctx.deps, ctx.caller, input)),
  getHealth: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'getEndpointHealth',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}/health',
        tags: ['Webhook endpoints'],
        summary: 'Retrieve the health of a webhook endpoint',
        description:
          'Returns the delivery results of the last 24 hours, the pending deliveries, and the reason why the service made the endpoint inactive.',
      },
    })
    .input(webhookEndpointInput)
    .output(endpointHealth)
    .query(({ ctx, input }) => operations.getEndpointHealth(ctx.deps, ctx.caller, input)),
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
        tags: ['Webhook endpoints'],
        summary: 'Send a test event',
        description:
          'Sends a sample of an event to one endpoint, regardless of its event types. It has `test: true` and the sequence 0. In live mode only webhook_endpoint.ping can be sent.',
      },
    })
    .input(pingEndpointInput)
    .output(deliveryOutput)
    .mutation(({ ctx, input }) => operations.pingEndpoint(ctx.deps, ctx.caller, input)),
  /** Explains why a webhook cannot be verified. A mutation, so that the webhook is in no URL. */
  explainSignature: procedure
    .meta({ permission: 'integrate' })
    .input(explainSignatureInput)
    .output(signatureExplanation)
    .mutation(({ ctx, input }) => operations.explainSignature(ctx.deps, ctx.caller, input)),
  getHourlyDeliveries: procedure
    .meta({ permission: 'view' })
    .input(webhookEndpointInput)
    .output(hourlyDeliveries)
    .query(({ ctx, input }) => operations.getHourlyDeliveries(ctx.deps, ctx.caller, input)),
  /** Returns a page of endpoints, either archived or not, each with its health. */
  listWithHealth: procedure
    .meta({ permission: 'view' })
    .input(listWebhookEndpointsInput.extend({ archived: z.boolean().default(false) }))
    .output(listEndpointsWithHealthOutput)
    .query(({ ctx, input }) => operations.listEndpointsWithHealth(ctx.deps, ctx.caller, input)),
};
