import { type FrameMessage, readFrameMessage } from '@parley/embed/protocol';
import { z } from 'zod';
import { requireProperty, type Target } from '../target.ts';

const withoutFields = [
  'cart_updated',
  'requires_action',
  'processing',
  'success',
  'expired',
  'close',
] as const;

const schema = z.discriminatedUnion('type', [
  z.object({ type: z.enum(withoutFields) }),
  z.object({ type: z.literal('resize'), height: z.number() }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({
    type: z.literal('labels'),
    title: z.string(),
    close: z.string(),
    dir: z.enum(['ltr', 'rtl']),
  }),
  z.object({ type: z.literal('busy'), busy: z.boolean() }),
]);

const messages: readonly FrameMessage[] = [
  ...withoutFields.map((type) => ({ type })),
  { type: 'resize', height: 812 },
  { type: 'error', message: 'no' },
  { type: 'labels', title: 'Checkout', close: 'Close', dir: 'rtl' },
  { type: 'busy', busy: false },
];

/** What a message may contain although JSON cannot express it. */
const values: Readonly<Record<string, unknown>> = {
  '@nan': Number.NaN,
  '@infinity': Number.POSITIVE_INFINITY,
  '@undefined': undefined,
  '@bigint': 1n,
  '@date': new Date(0),
  '@map': new Map([['type', 'success']]),
};

function toValue(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (Object.hasOwn(values, value) ? values[value] : value));
  } catch {
    return text;
  }
}

/** Messages of the payer page to the page around its frame: accepted are those of the protocol. */
export const frameMessages: Target = {
  name: 'frame-message',
  maxLength: 256 * 1024,
  seeds: [
    ...messages.map((message) => JSON.stringify(message)),
    ...Object.keys(values).map((name) => `{"type":"resize","height":"${name}"}`),
    '[{"type":"success"}]',
    '{"type":["success"]}',
    '{"type":"constructor"}',
    '{"__proto__":{"type":"success"}}',
    'null',
  ],
  tokens: [
    ...['"type":', '"height":', '"busy":', '"dir":', '"message":', '"ltr"', '"__proto__":'],
    ...['null', 'true', '1e999', '-0', '{', '}', '[', ']', '"', ',', ':', '\\u0000'],
    ...Object.keys(values).map((name) => `"${name}"`),
  ],
  run(text, time) {
    const value = toValue(text);
    const message = time(() => readFrameMessage(value));
    requireProperty(message === null || message === value, 'another message');
    const isOfProtocol = schema.safeParse(value).success;
    requireProperty((message !== null) === isOfProtocol, 'not the messages of the protocol');
    return message?.type ?? 'ignored';
  },
};
