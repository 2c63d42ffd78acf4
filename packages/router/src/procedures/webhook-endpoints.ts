import {
  createWebhookEndpointInput,
  deliveryOutput,
  endpointHealth,
  listWebhookEndpointsInput,
  listWebhookEndpointsOutput,
  rotateSecretInput,
  rotateSecretOutput,
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
        description: 'The webhook endpoints, newest first, archived ones too.',
      },
    })
    .input(listWebhookEndpointsInput)
    .output(listWebhookEndpointsOutput)
    .query(({ ctx, input }) => operations.listWebhookEndpoints(ctx.deps, ctx.caller, input)),
  create: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: [],
      openapi: {
        operationId: 'createWebhookEndpoint',
        method: 'POST',
        path: '/webhook_endpoints',
        tags: ['Webhook endpoints'],
        summary: 'Create a webhook endpoint',
        description:
          'Creates an endpoint that is sent events from now on, signed by a secret that nobody has seen: rotate_secret reveals the next one.',
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
        summary: 'Read a webhook endpoint',
        description: 'A webhook endpoint as it stands. No secret is shown.',
      },
    })
    .input(webhookEndpointInput)
    .output(webhookEndpointOutput)
    .query(({ ctx, input }) => operations.getWebhookEndpoint(ctx.deps, ctx.caller, input)),
  update: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: ['endpoint_archived'],
      openapi: {
        operationId: 'updateWebhookEndpoint',
        method: 'PATCH',
        path: '/webhook_endpoints/{webhook_endpoint_id}',
        tags: ['Webhook endpoints'],
        summary: 'Update a webhook endpoint',
        description:
          'Changes the fields that are given. Made active again, it is sent what waited for it.',
      },
    })
    .input(updateWebhookEndpointInput)
    .output(webhookEndpointOutput)
    .mutation(({ ctx, input }) => operations.updateWebhookEndpoint(ctx.deps, ctx.caller, input)),
  archive: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: [],
      openapi: {
        operationId: 'archiveWebhookEndpoint',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/archive',
        tags: ['Webhook endpoints'],
        summary: 'Archive a webhook endpoint',
        description:
          'Ends an endpoint for good: it is sent nothing more, and what waited for it is canceled.',
      },
    })
    .input(webhookEndpointInput)
    .output(webhookEndpointOutput)
    .mutation(({ ctx, input }) => operations.archiveWebhookEndpoint(ctx.deps, ctx.caller, input)),
  rotateSecret: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: ['endpoint_archived'],
      openapi: {
        operationId: 'rotateSigningSecret',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/rotate_secret',
        tags: ['Webhook endpoints'],
        summary: 'Rotate the signing secret',
        description:
          'Reveals a new signing secret, once. Until the given moment the one before signs beside it; a second rotation drops the oldest.',
      },
    })
    .input(rotateSecretInput)
    .output(rotateSecretOutput)
    .mutation(({ ctx, input }) => operations.rotateSigningSecret(ctx.deps, ctx.caller, input)),
  revokePreviousSecret: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: ['endpoint_archived'],
      extension: true,
      openapi: {
        operationId: 'revokePreviousSecret',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/revoke_previous_secret',
        tags: ['Webhook endpoints'],
        summary: 'Revoke the previous signing secret',
        description:
          'Ends the overlap of a rotation at once: only the newest secret signs from now on.',
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
        summary: 'Read how an endpoint does',
        description:
          'What became of the events of the last 24 hours, what waits, and why an endpoint was made inactive.',
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
          'Sends webhook_endpoint.ping to one endpoint, whatever types it subscribes to.',
      },
    })
    .input(webhookEndpointInput)
    .output(deliveryOutput)
    .mutation(({ ctx, input }) => operations.pingEndpoint(ctx.deps, ctx.caller, input)),
  /** Returns a page of endpoints, either archived or not, each with its health. */
  listWithHealth: procedure
    .meta({ permission: 'view' })
    .input(listWebhookEndpointsInput.extend({ archived: z.boolean().default(false) }))
    .query(({ ctx, input }) => operations.listEndpointsWithHealth(ctx.deps, ctx.caller, input)),
};
