/** What the overview watches by itself, the most urgent first; each has a rule that tunes it. */
export const MATTER_KINDS = [
  'channel_down',
  'channel_off',
  'channel_failing',
  'token_spends',
  'channel_disabled',
  'model_unserved',
  'model_unpriced',
  'channel_balance',
  'upstream_models',
  'channel_recovered',
] as const
export type MatterKind = (typeof MATTER_KINDS)[number]

/** Kinds of what somebody ought to look at: also rules of operators that fire. */
export const ATTENTION_KINDS = ['alert_firing', ...MATTER_KINDS] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]
