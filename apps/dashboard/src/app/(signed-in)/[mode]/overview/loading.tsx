export { OverviewLoading as default } from '#overview/overview-page.tsx';
