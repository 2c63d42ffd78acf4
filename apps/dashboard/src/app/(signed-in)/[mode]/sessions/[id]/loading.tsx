import { DetailSkeleton } from '#details/detail-skeleton.tsx';

export default DetailSkeleton;
