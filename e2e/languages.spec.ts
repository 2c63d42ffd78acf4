import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { expectToFit } from './expect-payer-page.ts';
import { merchantServer } from './merchant.ts';
import { cards } from './payer.ts';

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

    test(`the payer page in ${lang} fits on a narrow phone, from a declined card to the payment`, async ({
      page,
      request,
    }) => {
      const server = merchantServer(request);
      const { id, handoff_url } = await server.createSession({ amount_minor: 1_234_567 });
      // It expires while the other one is paid.
      const short = await server.createSession({
        expires_at: new Date(Date.now() + 8_000).toISOString(),
      });
      await page.goto(handoff_url);
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', lang);
      await expect(html).toHaveAttribute('dir', ['ar', 'he'].includes(lang) ? 'rtl' : 'ltr');
      const pay = page.locator('#pay');
      const frame = page.frameLocator('iframe').first();
      const payWith = async (number: string) => {
        await frame.locator('#number').fill(number);
        await frame.locator('#expiry').fill('12 / 30');
        await frame.locator('#cvc').fill('123');
        await pay.click();
      };
      await expect(pay).toBeEnabled();
      await expectToFit(page);
      const label = frame.locator('label[for="number"]');
      if (lang !== 'en') await expect(label).not.toHaveText('Card number');
      await page.locator('.language summary').click();
      await expectToFit(page);
      if (lang === 'de' || lang === 'ar') await expectAccessibleInBothThemes(page);
      await page.locator('.language summary').click();
      await payWith(cards.declined);
      await expect(page.locator('#notice')).toContainText(declined);
      await expectToFit(page);
      await payWith(cards.success);
      await server.waitForStatus(id, 'paid');
      await expect(page.locator('#outcome-heading')).toContainText(/[\d٠-٩]/);
      await expect(page.locator('.page')).toHaveAttribute('data-stage', 'paid');
      await expectToFit(page);
      if (lang === 'de' || lang === 'ar') await expectAccessibleInBothThemes(page);
      await expectReceipt(page, lang, id);

      await page.goto(short.handoff_url);
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
