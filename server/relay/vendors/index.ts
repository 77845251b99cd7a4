import type { ChannelTypeRow } from '../../domain/channel-types/channel-type'
import type { VendorName } from '../../domain/channel-types/vendor-names'
import { aiProxy } from './ai-proxy'
import { aigc2d } from './aigc2d'
import { api2Gpt } from './api2gpt'
import { aws } from './aws'
import { deepSeek } from './deepseek'
import { googleCloud } from './google-cloud'
import { moonshot } from './moonshot'
import { newApi } from './new-api'
import { openaiBilling } from './openai-billing'
import { openRouter } from './openrouter'
import { siliconFlow } from './siliconflow'
import type { OpenVendor, Vendor, VendorParts } from './vendor'
import { zhipu } from './zhipu'

const VENDORS: Readonly<Record<VendorName, OpenVendor>> = {
  'ai-proxy': aiProxy,
  aigc2d,
  api2gpt: api2Gpt,
  aws,
  deepseek: deepSeek,
  'google-cloud': googleCloud,
  moonshot,
  'new-api': newApi,
  'openai-billing': openaiBilling,
  openrouter: openRouter,
  siliconflow: siliconFlow,
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
