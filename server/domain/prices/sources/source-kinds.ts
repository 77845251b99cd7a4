/** The kinds of sources that prices can be read from; how each is read stands in `read-source`. */

export const PRICE_SOURCE_KINDS = [
  'models.dev',
  'openrouter',
  'litellm',
  'gateway',
  'file',
] as const
export type PriceSourceKind = (typeof PRICE_SOURCE_KINDS)[number]

export function isPriceSourceKind(text: string): text is PriceSourceKind {
  return PRICE_SOURCE_KINDS.some((kind) => kind === text)
}

/** Where each is; "" for one that has no address of its own. */
export const SOURCE_ADDRESSES: Readonly<Record<PriceSourceKind, string>> = {
  'models.dev': 'https://models.dev/api.json',
  openrouter: 'https://openrouter.ai/api/v1/models',
  litellm:
    'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  gateway: '',
  file: '',
}

const PRICE_PAGE = '/api/pricing'

/** The document of a source: a gateway is given by its address alone. */
export function documentAddress(kind: PriceSourceKind, url: string): string {
  const given = url === '' ? SOURCE_ADDRESSES[kind] : url
  const parsed = URL.parse(given)
  if (kind !== 'gateway' || parsed === null || parsed.pathname !== '/') return given
  return new URL(PRICE_PAGE, parsed).href
}
