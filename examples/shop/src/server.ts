import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { type ParleyEvent, WebhookVerificationError } from '@parley/sdk';
import type { Config } from './config.ts';
import { advance, createOrders, type Order } from './orders.ts';
import {
  type CheckoutMode,
  contentSecurityPolicy,
  messagePage,
  orderPage,
  productPage,
} from './pages.ts';
import { createParley } from './parley.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, id?: string) => Promise<void>;

/** The HTTP server of the shop. */
export function createShop(config: Config, log: (line: string) => void): Server {
  const orders = createOrders();
  const parley = createParley(config);
  const policy = contentSecurityPolicy(config.payerPageOrigin);

  const sendPage = (response: ServerResponse, status: number, html: string) => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    });
    response.end(html);
  };

  const sendProductPage =
    (mode: CheckoutMode): Handler =>
    async (_, response) =>
      sendPage(response, 200, productPage(mode, config.payerPageOrigin));

  const sendFile =
    (name: string, type: string): Handler =>
    async (_, response) => {
      const content = await readFile(new URL(`../public/${name}`, import.meta.url));
      response.writeHead(200, { 'content-type': type, 'x-content-type-options': 'nosniff' });
      response.end(content);
    };

  /** Creates an order with its session. A form is redirected to the payer page, a script receives the URLs. */
  const createOrder: Handler = async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const order = orders.create(form.get('quantity'));
    const checkoutUrl = await parley.createSession(order);
    if (request.headers.accept === 'application/json') {
      const orderUrl = `/orders/${order.id}`;
      response.writeHead(201, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ checkoutUrl, orderUrl }));
    } else {
      response.writeHead(303, { location: checkoutUrl }).end();
    }
  };

  /** Each step has its effect once, also for an event that arrives again. */
  const ship = async (order: Order, sessionId: string) => {
    advance(order, 'awaiting_payment', 'paid', 'Parley reported the payment.');
    await parley.reportProvisioned(sessionId, order);
    advance(order, 'paid', 'shipped', 'The order was shipped.');
    log(`Order ${order.id} is paid and shipped.`);
  };

  /**
   * Receives events. This is the only place where an order becomes paid: a browser can be closed too early, or send anything.
   * An error makes Parley send the event again later, so every step may run more than once.
   */
  const receiveWebhook: Handler = async (request, response) => {
    const body = await buffer(request);
    let event: ParleyEvent;
    try {
      event = await parley.verifyEvent(body, request.headers);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      log(`Refused a webhook: ${error.message}`);
      response.writeHead(400).end();
      return;
    }
    if (event.type === 'proxy_session.paid') {
      const session = event.data.object;
      const order = orders.find(String(session.metadata.order_id));
      if (order) await ship(order, session.id);
    }
    response.writeHead(204).end();
  };

  const routes: Readonly<Record<string, Handler>> = {
    'GET /': sendProductPage('redirect'),
    'GET /inline': sendProductPage('inline'),
    'GET /overlay': sendProductPage('overlay'),
    'GET /shop.css': sendFile('shop.css', 'text/css'),
    'GET /orders.js': sendFile('orders.js', 'text/javascript'),
    'GET /inline.js': sendFile('inline.js', 'text/javascript'),
    'GET /overlay.js': sendFile('overlay.js', 'text/javascript'),
    'POST /orders': createOrder,
    'GET /orders/:id': async (_, response, id) => {
      const order = orders.find(id);
      if (order) sendPage(response, 200, orderPage(order));
      else sendPage(response, 404, messagePage('There is no such order.'));
    },
    'POST /webhooks/parley': receiveWebhook,
  };

  return createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const [, orderId] = /^\/orders\/([^/]+)$/.exec(path) ?? [];
    const route = `${request.method} ${orderId ? '/orders/:id' : path}`;
    try {
      const handler = routes[route];
      if (handler) await handler(request, response, orderId);
      else sendPage(response, 404, messagePage('There is no such page.'));
    } catch (error) {
      log(`${route} failed: ${error instanceof Error ? error.message : error}`);
      if (response.headersSent) response.destroy();
      else sendPage(response, 502, messagePage('The payment could not be started. Try again.'));
    }
  });
}
