/** What an upstream's non-2xx answer says, before it is mapped to our errors. */
export interface UpstreamErrorFacts {
  readonly message: string
  readonly type?: string
  readonly code?: string
  readonly param?: string
  /** How long the upstream asks to be left alone, when it says so in the body. */
  readonly retryAfterMs?: number
}
