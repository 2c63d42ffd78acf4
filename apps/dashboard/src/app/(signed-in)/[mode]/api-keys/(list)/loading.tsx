import { KeysLoading } from '#api-keys/key-list.tsx';

export default function ApiKeysLoading() {
  return <KeysLoading />;
}
