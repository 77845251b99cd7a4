import type { VendorName } from '../../../domain/channel-types/vendor-names'
import type { OpenVendor, Vendor, VendorOf, VendorParts } from '../../call/channel/vendor'
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

export function createVendors(parts: VendorParts): VendorOf {
  const opened = new Map<string, Vendor>(
    Object.entries(VENDORS).map(([name, open]) => [name, open(parts)]),
  )
  return ({ vendor }) => opened.get(vendor) ?? PLAIN
}
