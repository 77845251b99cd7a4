/** What carries calls of the management API to a gateway. */

export interface Order {
  readonly method: string
  /** Path and query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Ends an answer that goes on, in the place of a limit of time. */
  readonly signal?: AbortSignal
}

/** One way to reach a gateway, and as whom. */
export interface Transport {
  readonly place: string
  readonly userId: number
  readonly send: (order: Order) => Promise<Response>
  readonly close: () => Promise<void>
}
