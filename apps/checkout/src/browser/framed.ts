import type { Embedding } from '../documents/payer-page.tsx';
import { connectToParent } from './frame-bridge.ts';
import { findPageElements } from './page-elements.ts';

// The script of a page in a frame, in addition to its own.
const elements = findPageElements();
const { embedding } = elements.page.dataset;
if (embedding && parent !== window) {
  connectToParent(elements, JSON.parse(embedding) as Embedding);
}
