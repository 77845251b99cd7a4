/** What the log may be sorted by, beside its time. */
export const LOG_SORTS = ['quota', 'duration_ms', 'prompt_tokens', 'completion_tokens'] as const
export type LogSort = (typeof LOG_SORTS)[number]
