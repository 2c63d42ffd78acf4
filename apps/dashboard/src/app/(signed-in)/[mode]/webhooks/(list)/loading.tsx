export { EndpointsLoading as default } from '#webhook-endpoints/endpoint-list.tsx';
