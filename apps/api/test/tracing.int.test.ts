import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawnApp } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { hex, order } from './api.ts';
import { payableSession, startPayments } from './provider.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: {
    readonly key: string;
    readonly value: { readonly stringValue?: string };
  }[];
}

const spans: Span[] = [];
const collector = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    for (const resource of JSON.parse(Buffer.concat(parts).toString()).resourceSpans) {
      for (const scope of resource.scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const payments = await startPayments();
const { port } = collector.address() as AddressInfo;
const server = await spawnApp({
  app: 'api',
  portVariable: 'API_PORT',
  env: { ...payments.api.env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
});
afterAll(async () => {
  await server.stop();
  await payments.stop();
  collector.close();
});

const post = (path: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(`${server.url}/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payments.api.merchant.secretKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe('traces', () => {
  it('connect the caller’s span with request, operation, commit and provider call', async () => {
    const traceId = hex('a').slice(0, 32);
    const callerSpan = hex('b').slice(0, 16);
    const traceparent = `00-${traceId}-${callerSpan}-01`;
    const { id } = await payableSession(payments);
    const canceled = await post(`/proxy_sessions/${id}/cancel`, { traceparent });
    expect(canceled.status).toBe(200);
    const created = await post('/proxy_sessions', {}, order);
    expect(created.status).toBe(200);
    // Shutdown exports the remaining spans.
    await server.stop();

    const ours = spans.filter((span) => span.traceId === traceId);
    const named = (name: string) => {
      const found = ours.find((span) => span.name === name);
      if (!found) throw new Error(`no ${name} among ${ours.map((span) => span.name).join(', ')}`);
      return found;
    };
    const request = named('POST /v1/proxy_sessions/:id/cancel');
    const operation = named('cancelSession');
    expect(request.parentSpanId).toBe(callerSpan);
    expect(operation.parentSpanId).toBe(request.spanId);
    expect(named('commit').parentSpanId).toBe(operation.spanId);
    expect(named('provider.closeRoot').parentSpanId).toBe(operation.spanId);
    const requestId = canceled.headers.get('x-request-id');
    for (const span of ours) {
      const known = span.attributes.find(({ key }) => key === 'request_id')?.value.stringValue;
      expect([span.name, known]).toEqual([span.name, requestId]);
    }
    // Without a traceparent a trace of its own, with a body too.
    const other = spans.find((span) => span.name === 'createSession');
    expect(other?.traceId).not.toBe(traceId);
    const parent = spans.find((span) => span.spanId === other?.parentSpanId);
    expect(parent?.name).toBe('POST /v1/proxy_sessions');
    expect(JSON.stringify(spans)).not.toContain(payments.api.merchant.secretKey);
  });
});
