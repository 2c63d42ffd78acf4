export { Amount } from './amount.tsx';
export { CopyId } from './copy-id.tsx';
export { Moment } from './moment.tsx';
export { StatusMark, ToneShape } from './status-mark.tsx';
