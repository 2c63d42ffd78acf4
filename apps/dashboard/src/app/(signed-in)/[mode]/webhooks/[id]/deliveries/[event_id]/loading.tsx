export { DetailSkeleton as default } from '#details/detail-skeleton.tsx';
