/** Kinds of matters that somebody ought to look at, the most urgent first. */
export const ATTENTION_KINDS = [
  'channel_down',
  'channel_off',
  'channel_failing',
  'token_spends',
  'channel_disabled',
  'model_unserved',
  'model_unpriced',
  'channel_balance',
  'channel_recovered',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]
