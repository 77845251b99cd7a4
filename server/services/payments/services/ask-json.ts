/** Services that are called with JSON and a key in a header. */
import type { OptionKey } from '../../../domain/options'
import type { PaymentServiceId } from '../../../domain/payments/services'
import type { ServiceDeps } from '../../service-deps'
import { askService, jsonIn, serviceFailed } from './ask-service'

export interface JsonApi {
  readonly service: PaymentServiceId
  readonly address: string
  /** With the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Where the key is set. */
  readonly keyOption: OptionKey
}

export interface JsonRequest {
  readonly path: string
  /** Makes it a POST. */
  readonly content?: object
}

export interface JsonAnswer {
  readonly content: unknown
  /** Whether the service says that it has done nothing. */
  readonly isRefused: boolean
  /** What it says then. */
  readonly text: string
}

/** Throws `payment.service_failed` when who knows what was done, and for a wrong key. */
export async function askJson(
  deps: ServiceDeps,
  { service, address, headers, keyOption }: JsonApi,
  { path, content }: JsonRequest,
): Promise<JsonAnswer> {
  const { status, text } = await askService(deps, service, {
    url: `${address}${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  })
  if (status === 401 || status === 403) {
    throw serviceFailed(service, `${keyOption} is not accepted, or may not do this`)
  }
  const isRefused = status >= 400 && status < 500 && status !== 429
  if (!isRefused && status !== 200 && status !== 201) throw serviceFailed(service, `HTTP ${status}`)
  return { content: jsonIn(text), isRefused, text: `HTTP ${status} ${text}` }
}
