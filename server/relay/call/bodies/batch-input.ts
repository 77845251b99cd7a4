/** What a batch asks for, line by line: one model, and how much it may come to. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { WordFilter } from '../../../domain/text/word-filter'
import { objectOf, parseObject, textOf, tokensOf } from '../../formats/dialects/json-fields'
import { containersOf, filesOf, type OwnedRef } from '../../formats/protocols/refs'
import { refuseContainers, refuseUnpriced } from '../../formats/protocols/responses/refusals'
import { readState } from '../../formats/protocols/responses/state'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'
import { refuseDisguised } from '../../wire/judged-fields'
import { estimateBytes } from '../billing/estimate-tokens'
import { containsWords } from '../query/sensitive-words'

export interface BatchInput {
  readonly model: string
  readonly requests: number
  /** Of all requests together. */
  readonly promptTokens: number
  /** As many as the requests allow; a usual answer for those that name no limit. */
  readonly outputTokens: number
  /** What of the caller's own the requests name. */
  readonly refs: readonly OwnedRef[]
  /** A prompt in it has a word that is not allowed. */
  readonly isBlocked: boolean
  /** For how long what is read is stored, where storage is requested. */
  readonly storageHours?: number
}

/** Of a request without a limit of its own; what it comes to is billed whatever it is. */
const USUAL_OUTPUT_TOKENS = 1_000
const MOST_REFS = 1_000
const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const

/** How the requests of a batch say what they may come to, and what they name. */
export interface RequestForm {
  /** In tokens; 0 where nothing is said. */
  readonly limitOf: (params: JsonObject) => number
  readonly refsOf: (params: JsonObject) => readonly OwnedRef[]
}

const COMMON_FORM: RequestForm = {
  limitOf: (params) => Math.max(...LIMITS.map((name) => tokensOf(params[name]) ?? 0)),
  refsOf: refsIn,
}

export interface BatchCountOptions {
  /** Answers are written token by token. */
  readonly writes: boolean
  /** `undefined` when prompts are not checked. */
  readonly contains: WordFilter | undefined
  readonly form?: RequestForm
}

/** Counts requests; all must be for the same model, as OpenAI has it, so that one price holds. */
export class BatchCount {
  readonly #field: string
  readonly #options: BatchCountOptions
  readonly #refs = new Map<string, OwnedRef>()
  #isBlocked = false
  #model: string | undefined
  #requests = 0
  #promptTokens = 0
  #outputTokens = 0

  /** `field` is what a refusal names. */
  constructor(field: string, options: BatchCountOptions) {
    this.#field = field
    this.#options = options
  }

  /** Throws `request.invalid`. */
  add(params: JsonObject | undefined, bytes: number): void {
    this.#requests += 1
    for (const name in params) refuseDisguised(name)
    const model = textOf(params?.model)
    if (params === undefined || model === undefined) {
      throw invalid(this.#field, 'reason.batch_line', { line: this.#requests })
    }
    this.#model ??= model
    if (model !== this.#model) {
      throw invalid(this.#field, 'reason.one_model_per_batch', { model: this.#model, other: model })
    }
    this.#promptTokens += estimateBytes(bytes)
    const { form = COMMON_FORM } = this.#options
    const most = form.limitOf(params)
    this.#outputTokens += most || (this.#options.writes ? USUAL_OUTPUT_TOKENS : 0)
    const { contains } = this.#options
    this.#isBlocked ||= contains !== undefined && containsWords(params, contains)
    for (const ref of form.refsOf(params)) this.#refs.set(ref.id, ref)
    if (this.#refs.size > MOST_REFS) {
      throw invalid(this.#field, 'reason.too_many_values', { max: MOST_REFS })
    }
  }

  /** Throws `request.invalid` when there were none. */
  whole(): BatchInput {
    if (this.#model === undefined) throw invalid(this.#field, 'reason.batch_empty')
    return {
      model: this.#model,
      requests: this.#requests,
      promptTokens: this.#promptTokens,
      outputTokens: this.#outputTokens,
      refs: [...this.#refs.values()],
      isBlocked: this.#isBlocked,
    }
  }
}

function refsIn(params: JsonObject): readonly OwnedRef[] {
  refuseUnpriced(params.tools)
  refuseContainers(params.input)
  const { refs = [] } = readState((name) => params[name])
  const named = refs.filter(({ isLoose }) => isLoose !== true)
  return [...named, ...containersOf(params.container), ...filesOf('openai', params)]
}

/** A line of an input file: `{custom_id, method, url, body}`. */
export function lineParams(line: string): JsonObject | undefined {
  return objectOf(parseObject(line)?.body)
}

/** Requests of Anthropic's batches: `[{custom_id, params}]`. Throws `request.invalid`. */
export function countMessages(body: JsonObject, contains: WordFilter | undefined): BatchInput {
  const { requests } = body
  if (!Array.isArray(requests)) throw new GatewayError('request.invalid', NO_LIST)
  const count = new BatchCount('requests', { writes: true, contains })
  for (const request of requests) {
    const params = objectOf(objectOf(request)?.params)
    count.add(params, params === undefined ? 0 : sizeOf(params))
  }
  return count.whole()
}

const NO_LIST = { field: 'requests', reason: 'reason.not_an_array' } as const

/** Characters will do: this holds money, it does not bill it. */
function sizeOf(params: JsonObject): number {
  return JSON.stringify(params).length
}
