/** Stripe's own library, on the way that all requests to payment services go. */
import type Stripe from 'stripe'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { askService, serviceFailed } from './ask-service'

export type StripeClient = () => Promise<Stripe>

export function stripeClient(deps: ServiceDeps, options: OptionValues): StripeClient {
  return async () => {
    const { default: Client } = await import('stripe')
    const key = openSecret(deps.sealer, options.StripeApiSecret)
    const place = URL.parse(options.StripeAddress)
    return new Client(key, {
      httpClient: Client.createFetchHttpClient(fetchThrough(deps)),
      maxNetworkRetries: 1,
      telemetry: false,
      ...(place !== null && {
        protocol: place.protocol === 'http:' ? 'http' : 'https',
        host: place.hostname,
        port: place.port === '' ? (place.protocol === 'http:' ? '80' : '443') : place.port,
      }),
    })
  }
}

/** Requests of the SDK go out as all others to payment services. */
function fetchThrough(deps: ServiceDeps): typeof fetch {
  const through = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const headers = Object.fromEntries(new Headers(init.headers))
    const isDeletion = init.method === 'DELETE'
    const body = init.method === 'GET' || isDeletion ? undefined : String(init.body ?? '')
    const request = { url, headers, isDeletion, ...(body !== undefined && { body }) }
    const { status, text } = await askService(deps, 'stripe', request)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
  return Object.assign(through, { preconnect: fetch.preconnect })
}

/** An answer below 500 says that nothing was done; after any other, who knows. */
export async function answered<T>(ask: () => Promise<T>, refused = serviceFailed): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const { default: Client } = await import('stripe')
    if (!(cause instanceof Client.errors.StripeError)) throw cause
    const inner: unknown = cause.detail
    if (inner instanceof GatewayError) throw inner
    const { statusCode = 0, message } = cause
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    throw (isRefused ? refused : serviceFailed)('stripe', message)
  }
}

/** What Stripe says of an account of a customer that it does not have. */
export async function isCustomerGone(cause: unknown): Promise<boolean> {
  const { default: Client } = await import('stripe')
  if (!(cause instanceof Client.errors.StripeError)) return false
  return cause.code === 'resource_missing' && cause.param === 'customer'
}

export function idOf(named: string | { readonly id: string } | null | undefined): string {
  return typeof named === 'string' ? named : (named?.id ?? '')
}
