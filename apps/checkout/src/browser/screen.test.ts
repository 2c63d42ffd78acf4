// @vitest-environment happy-dom
import { negotiateLocale } from '@parley/payer-view/locale';
import { messages } from '@parley/payer-view/messages/en';
import { expect, it } from 'vitest';
import { payerPage, plainBranding } from '../../test/payer-page.ts';
import { renderPayerPage } from '../documents/payer-page.tsx';
import { findPageElements } from './page-elements.ts';
import { createScreen } from './screen.ts';

function openScreen() {
  const page = payerPage();
  document.open();
  document.write(
    renderPayerPage({
      page,
      ...negotiateLocale('en'),
      renderedAt: 0,
      returned: false,
      scriptUrl: null,
      captcha: null,
      branding: plainBranding,
      pk: 'pk_live_1',
      logoUrl: null,
      nonce: 'n0nce',
      assets: { style: '' },
      framedBy: null,
    }),
  );
  document.close();
  const elements = findPageElements();
  return { elements, screen: createScreen(elements, messages, 'en', () => 0, 'psess_1') };
}

it('what was announced is over when the page returns to the form', () => {
  const { elements, screen } = openScreen();
  const announced = () => elements.announcer.textContent;
  screen.showStage('processing', payerPage({ presentation_state: 'processing' }));
  expect(announced()).toContain('Do not pay again');
  screen.showStage('form', payerPage());
  expect(announced()).toBe('');
  screen.showStage('challenge', payerPage());
  expect(announced()).toContain(messages.challenge.heading);
  screen.showStage('form', payerPage());
  expect(announced()).toBe('');
});

it('a card form that did not load offers to try again until the page leaves the form', () => {
  const { elements, screen } = openScreen();
  const state = () => [elements.retry.hidden, elements.page.dataset.failed !== undefined];
  screen.showCardError('It did not load.');
  expect(state()).toEqual([false, true]);
  screen.showCardError(null);
  expect(state()).toEqual([true, false]);
  screen.showCardError('It did not load.');
  screen.showStage('paid', payerPage({ presentation_state: 'succeeded', status: 'paid' }));
  expect(state()).toEqual([true, false]);
});
