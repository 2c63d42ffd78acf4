export { StatusMark } from './status-mark.tsx';
