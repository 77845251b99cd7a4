import type { ChannelTypeRow } from '../../domain/channel-types/channel-type'
import type { VendorName } from '../../domain/channel-types/vendor-names'
import { aiProxy } from './ai-proxy'
import { aigc2d } from './aigc2d'
import { api2Gpt } from './api2gpt'
import { aws } from './aws'
import { baidu } from './baidu'
import { cloudflare } from './cloudflare'
import { cohere } from './cohere'
import { deepSeek } from './deepseek'
import { dify } from './dify'
import { googleCloud } from './google-cloud'
import { iflytek } from './iflytek'
import { moonshot } from './moonshot'
import { newApi } from './new-api'
import { openaiBilling } from './openai-billing'
import { openRouter } from './openrouter'
import { siliconFlow } from './siliconflow'
import { tencent } from './tencent'
import type { BareRequest, OpenVendor, Vendor, VendorParts } from './vendor'
import { zhipu } from './zhipu'

const VENDORS: Readonly<Record<VendorName, OpenVendor>> = {
  'ai-proxy': aiProxy,
  aigc2d,
  api2gpt: api2Gpt,
  aws,
  baidu,
  cloudflare,
  cohere,
  deepseek: deepSeek,
  dify,
  'google-cloud': googleCloud,
  iflytek,
  moonshot,
  'new-api': newApi,
  'openai-billing': openaiBilling,
  openrouter: openRouter,
  siliconflow: siliconFlow,
  tencent,
  zhipu,
}

/** Most vendors have nothing that their rows do not say. */
const PLAIN: Vendor = {}

export type VendorOf = (type: Pick<ChannelTypeRow, 'vendor'>) => Vendor

export function createVendors(parts: VendorParts): VendorOf {
  const opened = new Map<string, Vendor>(
    Object.entries(VENDORS).map(([name, open]) => [name, open(parts)]),
  )
  return ({ vendor }) => opened.get(vendor) ?? PLAIN
}

type Signed = Pick<BareRequest, 'url' | 'headers'>

/** The request's address and headers with what shows who sends it, if that is the vendor's work. */
export function authorized(vendorOf: VendorOf, request: BareRequest): Signed | Promise<Signed> {
  const { url, headers, channel } = request
  if (channel.type.auth !== 'vendor') return { url, headers }
  const { authorize, authorizeQuery } = vendorOf(channel.type)
  const more = authorize?.(request) ?? {}
  const fields = authorizeQuery?.(channel) ?? {}
  if (!(more instanceof Promise || fields instanceof Promise)) {
    return signedBy({ url, headers }, more, fields)
  }
  return Promise.all([more, fields]).then((found) => signedBy({ url, headers }, ...found))
}

type Fields = Readonly<Record<string, string>>

function signedBy({ url, headers }: Signed, more: Fields, fields: Fields): Signed {
  const query = new URLSearchParams(fields).toString()
  const joint = url.includes('?') ? '&' : '?'
  return { url: query === '' ? url : url + joint + query, headers: { ...headers, ...more } }
}
