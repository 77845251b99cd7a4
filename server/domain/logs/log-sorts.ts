/** What the log may be sorted by; without any the newest is first. */
export const LOG_SORTS = [
  'created_at',
  'quota',
  'duration_ms',
  'prompt_tokens',
  'completion_tokens',
] as const
export type LogSort = (typeof LOG_SORTS)[number]
