import type { Target } from '../target.ts';
import { frameMessages } from './frame-messages.ts';
import { cursors, ids, timestamps } from './ids-and-times.ts';
import {
  pastedBodies,
  pastedWebhooks,
  providerSignatures,
  webhookSignatures,
} from './signatures.ts';
import { strictJson } from './strict-json.ts';
import { addresses, locales, paths, queries, redaction, webhookUrls } from './texts.ts';
import { canonical, cartSnapshots, providerEvents } from './values.ts';

export const targets: readonly Target[] = [
  strictJson,
  canonical,
  providerSignatures,
  webhookSignatures,
  pastedWebhooks,
  pastedBodies,
  providerEvents,
  cartSnapshots,
  ids,
  cursors,
  timestamps,
  frameMessages,
  redaction,
  queries,
  paths,
  webhookUrls,
  addresses,
  locales,
];
