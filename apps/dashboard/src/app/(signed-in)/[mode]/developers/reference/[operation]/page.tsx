import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { OperationPage } from '#reference/operation-page.tsx';
import { findOperation } from '#reference/read-reference.ts';
import { runtime } from '#server/runtime.ts';

type Props = PageProps<'/[mode]/developers/reference/[operation]'>;

const readOperation = async (params: Props['params']) =>
  findOperation((await params).operation) ?? notFound();

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readOperation(params)).summary };
}

export default async function Page({ params }: Props) {
  const operation = await readOperation(params);
  return <OperationPage apiUrl={runtime().apiUrl} operation={operation} />;
}
