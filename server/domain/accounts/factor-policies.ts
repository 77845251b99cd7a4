/** Whom a second factor is asked of, by their role. */
export const FACTOR_POLICIES = ['none', 'root', 'admin', 'all'] as const
