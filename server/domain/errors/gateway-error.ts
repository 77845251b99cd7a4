import type { ErrorId } from './catalogue'
import { kindOfFailure } from './classify-failure'
import type { FailureKind, UpstreamVocabulary } from './failure-kinds'

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

interface UpstreamFacts {
  readonly status: number
  readonly upstreamStatus?: number
  readonly isMapped?: boolean
  /** Where the channel type knows more than the rows that all share. */
  readonly kind?: FailureKind | undefined
  readonly vocabulary?: UpstreamVocabulary | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly message: string
  readonly type?: string | undefined
  readonly code?: string | undefined
  readonly param?: string | undefined
  /** The prompt as it was counted here, for upstreams that tell no figure. */
  readonly promptTokens?: number | undefined
  readonly cause?: unknown
}

/**
 * A failure that an upstream reported. `status` is after status_code_mapping; what the
 * upstream said of itself travels to the client, because only that helps to fix a request,
 * unless the fault is the operator's.
 */
export class UpstreamError extends GatewayError {
  readonly status: number
  readonly upstreamMessage: string
  readonly upstreamType: string | undefined
  readonly upstreamCode: string | undefined
  readonly upstreamParam: string | undefined
  /** Before status_code_mapping. */
  readonly upstreamStatus: number
  /** Its headers that the client is to see: when to try again, what remains, its own id. */
  readonly headers: Readonly<Record<string, string>>

  /** The operator's own mapping chose the status. */
  readonly isMapped: boolean
  readonly kind: FailureKind
  /** Whose words type, code and message are; `undefined` where no client reads them. */
  readonly vocabulary: UpstreamVocabulary | undefined
  readonly promptTokens: number | undefined

  constructor(facts: UpstreamFacts) {
    const upstreamStatus = facts.upstreamStatus ?? facts.status
    const kind = facts.kind ?? kindOfFailure({ ...facts, status: upstreamStatus })
    super(
      kind === 'operator_fault' ? 'upstream.misconfigured' : 'upstream.refused',
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
    this.upstreamStatus = upstreamStatus
    this.headers = facts.headers ?? {}
    this.isMapped = facts.isMapped ?? false
    this.kind = kind
    this.vocabulary = facts.vocabulary
    this.promptTokens = facts.promptTokens
  }

  /** The same failure with other facts. */
  with(changes: Partial<UpstreamFacts>): UpstreamError {
    return new UpstreamError({
      status: this.status,
      upstreamStatus: this.upstreamStatus,
      isMapped: this.isMapped,
      kind: this.kind,
      vocabulary: this.vocabulary,
      headers: this.headers,
      message: this.upstreamMessage,
      type: this.upstreamType,
      code: this.upstreamCode,
      param: this.upstreamParam,
      promptTokens: this.promptTokens,
      cause: this.cause,
      ...changes,
    })
  }
}
