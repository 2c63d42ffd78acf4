import { RequestsLoading } from '#requests/request-list.tsx';

export default RequestsLoading;
