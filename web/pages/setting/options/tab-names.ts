/** Tabs of the site's settings, in their order. */
export const OPTION_TABS = ['operation', 'ratelimit', 'models', 'system', 'other'] as const
export type OptionTabId = (typeof OPTION_TABS)[number]
