import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { readMode } from '#server/mode.ts';
import { Shell } from '#shell/shell.tsx';

type Props = LayoutProps<'/[mode]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('shell.mode');
  const name = t(`${await readMode(params)}.name`);
  return { title: { default: `${name} · Parley`, template: `%s · ${name} · Parley` } };
}

/** The pages of one mode. Their addresses begin with it. */
export default async function ModeLayout({ params, children }: Props) {
  return <Shell mode={await readMode(params)}>{children}</Shell>;
}
