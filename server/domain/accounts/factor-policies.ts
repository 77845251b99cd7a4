/** Who needs a second factor, by their role. */
export const FACTOR_POLICIES = ['none', 'root', 'admin', 'all'] as const
