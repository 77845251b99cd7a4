import type { ErrorId } from './catalogue'

export type ErrorParams = Readonly<Record<string, string | number>>

/**
 * The one error that services and the relay throw on purpose. The id is also the dictionary
 * key of its message; formatting happens at the edge, once per surface.
 */
export class GatewayError extends Error {
  readonly id: ErrorId
  readonly params: ErrorParams

  constructor(id: ErrorId, params: ErrorParams = {}, options: { cause?: unknown } = {}) {
    super(id, options)
    this.name = 'GatewayError'
    this.id = id
    this.params = params
  }
}

/**
 * A failure that an upstream reported. `status` is after status_code_mapping; what the
 * upstream said of itself travels to the client, because only that helps to fix a request.
 */
export class UpstreamError extends GatewayError {
  readonly status: number
  readonly upstreamMessage: string
  readonly upstreamType: string | undefined
  readonly upstreamCode: string | undefined
  readonly upstreamParam: string | undefined
  /** Before status_code_mapping. */
  readonly upstreamStatus: number
  /** Its headers that the client is to see: when to try again, what is left, its own id. */
  readonly headers: Readonly<Record<string, string>>

  constructor(facts: {
    status: number
    upstreamStatus?: number
    headers?: Readonly<Record<string, string>>
    message: string
    type?: string | undefined
    code?: string | undefined
    param?: string | undefined
    cause?: unknown
  }) {
    super(
      'upstream.refused',
      { status: facts.status, reason: facts.message },
      { cause: facts.cause },
    )
    this.name = 'UpstreamError'
    // What the server's log shows; the id alone would not tell an operator anything.
    this.message = `${facts.status} ${facts.message}`
    this.status = facts.status
    this.upstreamMessage = facts.message
    this.upstreamType = facts.type
    this.upstreamCode = facts.code
    this.upstreamParam = facts.param
    this.upstreamStatus = facts.upstreamStatus ?? facts.status
    this.headers = facts.headers ?? {}
  }
}
