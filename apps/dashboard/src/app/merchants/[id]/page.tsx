import Link from 'next/link';
import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { readReturnPath, signInHref } from '#addresses/return-path.ts';
import { switchMerchant } from '#merchants/switch-merchant.ts';
import { createMetadata } from '#server/page-metadata.ts';
import { getCurrentAccess, getCurrentSession, getMerchants } from '#server/person.ts';
import { EntryPage } from '#sign-in/entry-page.tsx';

export const generateMetadata = createMetadata((t) => t('signIn.otherMerchant.tab'));

/**
 * The target of links in emails, because the addresses of pages do not name the merchant. It asks for
 * confirmation before it switches to another merchant, because another site could link here too.
 */
export default async function MerchantLinkPage({
  params,
  searchParams,
}: PageProps<'/merchants/[id]'>) {
  const { id } = await params;
  const { to } = await searchParams;
  const path = readReturnPath(typeof to === 'string' ? to : null);
  const session = await getCurrentSession();
  if (!session) redirect(signInHref(`/merchants/${id}?${new URLSearchParams({ to: path })}`));
  const merchant = (await getMerchants(session.userId)).find((other) => other.id === id);
  if (!merchant) notFound();
  const { person } = await getCurrentAccess();
  if (person?.merchantId === id) redirect(path);
  const t = await getTranslations('signIn');
  const { name } = merchant;
  return (
    <EntryPage
      lead={t('otherMerchant.lead', { name })}
      links={<Link href="/">{t('otherMerchant.stay')}</Link>}
      title={t('otherMerchant.title', { name })}
    >
      <form action={switchMerchant}>
        <input name="merchant" type="hidden" value={id} />
        <input name="to" type="hidden" value={path} />
        <button className="button" data-kind="primary" type="submit">
          {t('otherMerchant.submit', { name })}
        </button>
      </form>
    </EntryPage>
  );
}
