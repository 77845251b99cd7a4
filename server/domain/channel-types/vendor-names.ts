/** Vendors with behaviour that no row can say; relay/vendors has a module for each. */
export const VENDOR_NAMES = [
  'ai-proxy',
  'aigc2d',
  'api2gpt',
  'aws',
  'baidu',
  'cloudflare',
  'cohere',
  'deepseek',
  'dify',
  'google-cloud',
  'iflytek',
  'moonshot',
  'new-api',
  'openai-billing',
  'openrouter',
  'siliconflow',
  'tencent',
  'zhipu',
] as const

export type VendorName = (typeof VENDOR_NAMES)[number]
