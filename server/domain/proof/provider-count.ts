/** What can be counted alike here and at every provider. */
export const USAGE_CLASSES = [
  'requests',
  'prompt',
  'cache_read',
  'cache_write',
  'completion',
] as const
export type UsageClass = (typeof USAGE_CLASSES)[number]

export interface ProviderCount {
  /** YYYY-MM-DD, in the provider's own days. */
  readonly day: string
  /** As the provider writes it. */
  readonly model: string
  readonly class: UsageClass
  readonly count: number
}
