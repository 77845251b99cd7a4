/** What can be done by itself about each kind of finding; the first is usual. */
export const NEW_RULES = ['ask', 'add', 'ignore'] as const
export const GONE_RULES = ['ask', 'retire', 'ignore'] as const
export const RENAMED_RULES = ['ask', 'map', 'ignore'] as const
