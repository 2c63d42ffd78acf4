import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { expectToFit } from './expect-payer-page.ts';
import { merchantServer } from './merchant.ts';
import { payerPageSessions } from './payer-page-sessions.ts';

/** Each language, a locale of a browser that gets it, and parts of the text of two states. */
const languages = [
  ['en', 'en-US', 'Your card was declined', 'This payment link has expired'],
  ['de', 'de-DE', 'Ihre Karte wurde abgelehnt', 'Dieser Zahlungslink ist abgelaufen'],
  ['es', 'es-MX', 'Su tarjeta ha sido rechazada', 'Este enlace de pago ha caducado'],
  ['fr', 'fr-CA', 'Votre carte a été refusée', 'Ce lien de paiement a expiré'],
  ['it', 'it', 'La carta è stata rifiutata', 'Questo link di pagamento è scaduto'],
  ['nl', 'nl-BE', 'Uw kaart is geweigerd', 'Deze betaallink is verlopen'],
  ['pl', 'pl', 'Karta została odrzucona', 'Ten link do płatności wygasł'],
  ['pt-BR', 'pt-PT', 'Seu cartão foi recusado', 'Este link de pagamento expirou'],
  ['ja', 'ja-JP', 'カードが拒否されました', '有効期限が切れています'],
  ['zh-Hans', 'zh-CN', '您的银行卡被拒绝', '此付款链接已失效'],
  ['ar', 'ar-EG', 'رُفضت بطاقتك', 'انتهت صلاحية رابط الدفع هذا'],
  ['he', 'he-IL', 'הכרטיס נדחה', 'תוקף קישור התשלום פג'],
] as const;

type Sessions = ReturnType<typeof payerPageSessions>;
type Links = Readonly<
  Record<'open' | 'declined' | 'paid' | 'expired', Awaited<ReturnType<Sessions['pay']>>>
>;

/** Tests with a session in each of these states, for all languages. */
const test = base.extend<object, { readonly sessions: Links }>({
  sessions: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext();
      const { create, decline, pay, expire } = payerPageSessions(request);
      const [open, declined, paid, expired] = await Promise.all([
        create({ amount_minor: 1_234_567 }),
        decline(1, { status_reason: 'payment_declined' }),
        pay(),
        expire(),
      ]);
      await use({ open, declined, paid, expired });
      await request.dispose();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Opens the receipt from the page of a paid session. In print, it has no controls. */
async function expectReceipt(page: Page, lang: string, id: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.locator('.receipt-link').click();
  const receipt = await opening;
  await expect(receipt.locator('html')).toHaveAttribute('lang', lang);
  await expect(receipt.locator('h1')).toContainText('Nordlicht Coffee');
  await expect(receipt.getByText(id)).toBeVisible();
  await expect(receipt.getByRole('row').filter({ hasText: 'Filter coffee, 1 kg' })).toBeVisible();
  expect(await receipt.content()).not.toContain('customer_8412');
  await expectToFit(receipt);
  if (lang === 'de' || lang === 'ar') await expectAccessibleInBothThemes(receipt);
  await expect(receipt.locator('#print')).toBeVisible();
  await receipt.emulateMedia({ media: 'print' });
  await expect(receipt.locator('#print')).toBeHidden();
  await expect(receipt.locator('.language')).toBeHidden();
  await receipt.close();
}

for (const [lang, locale, declined, expired] of languages) {
  test.describe(() => {
    test.use({ locale, viewport: { width: 320, height: 800 } });

    test(`the payer page in ${lang} fits on a narrow phone, from the form to the receipt`, async ({
      page,
      sessions,
    }) => {
      const isAnalyzed = lang === 'de' || lang === 'ar';
      await page.goto(sessions.open.url);
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', lang);
      await expect(html).toHaveAttribute('dir', ['ar', 'he'].includes(lang) ? 'rtl' : 'ltr');
      await expect(page.locator('#pay')).toBeEnabled();
      await expectToFit(page);
      const label = page.frameLocator('iframe').first().locator('label[for="number"]');
      if (lang !== 'en') await expect(label).not.toHaveText('Card number');
      await page.locator('.language summary').click();
      await expectToFit(page);
      if (isAnalyzed) await expectAccessibleInBothThemes(page);

      await page.goto(sessions.declined.url);
      await expect(page.locator('#notice')).toContainText(declined);
      await expectToFit(page);

      await page.goto(sessions.paid.url);
      await expect(page.locator('#outcome-heading')).toContainText(/[\d٠-٩]/);
      await expect(page.locator('.page')).toHaveAttribute('data-stage', 'paid');
      await expectToFit(page);
      if (isAnalyzed) await expectAccessibleInBothThemes(page);
      await expectReceipt(page, lang, sessions.paid.id);

      await page.goto(sessions.expired.url);
      await expect(page.locator('#outcome-heading')).toContainText(expired);
      await expectToFit(page);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a payer chooses another language, which the payment link keeps', async ({
    page,
    request,
  }) => {
    const { handoff_url } = await merchantServer(request).createSession();
    await page.goto(handoff_url);
    const menu = page.locator('.language summary');
    await expect(menu).toHaveText('Language: English');
    await menu.click();
    await page.getByRole('navigation', { name: 'Language' }).getByText('Français').click();
    await expect(page).toHaveTitle(/^Payer /);
    await expect(menu).toHaveText('Langue: Français');
    expect(page.url()).toBe(`${handoff_url}&lang=fr`);
    await expect(page.locator('#total')).toHaveText('42,00\u00a0€');
  });
});
