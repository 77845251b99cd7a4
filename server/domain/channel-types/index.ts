/** Every channel type, in the order of the type selector; those not selectable come last. */

import { ali } from './ali'
import { anthropic } from './anthropic'
import { azure } from './azure'
import { baidu, baiduV2 } from './baidu'
import { bedrock } from './bedrock'
import type { ChannelTypeRow } from './channel-type'
import { CHINESE_MAKERS } from './chinese-makers'
import { cloudflare } from './cloudflare'
import { cohere } from './cohere'
import { coze } from './coze'
import { custom } from './custom'
import { deepSeek } from './deepseek'
import { dify } from './dify'
import { midjourneyProxy, midjourneyProxyPlus, suno } from './drawing-and-music'
import { customRoutes, newApi, sglang, subModel, vllm } from './gateways'
import { gemini, palm } from './google'
import { HOSTS } from './hosts'
import { jina } from './jina'
import { aiProxyLibrary, fastGpt } from './knowledge-bases'
import { aigc2d, ails, aiProxy, api2Gpt, ohMyGpt, openaiMax } from './legacy-resellers'
import { lingYiWanWu } from './lingyiwanwu'
import { miniMax } from './minimax'
import { mistral } from './mistral'
import { mokaAi } from './moka'
import { moonshot } from './moonshot'
import { ollama } from './ollama'
import { openai } from './openai'
import { openRouter } from './openrouter'
import { perplexity } from './perplexity'
import { replicate } from './replicate'
import { ROUTERS } from './routers'
import { siliconFlow } from './siliconflow'
import { spark } from './spark'
import { tencent } from './tencent'
import { vertex } from './vertex'
import { VIDEO_MAKERS } from './video-makers'
import { volcEngine } from './volcengine'
import { xai } from './xai'
import { xinference } from './xinference'
import { zhinao360 } from './zhinao360'
import { zhipu, zhipuV4 } from './zhipu'

export const CHANNEL_TYPES: readonly ChannelTypeRow[] = [
  openai,
  midjourneyProxy,
  midjourneyProxyPlus,
  suno,
  ollama,
  anthropic,
  bedrock,
  vertex,
  azure,
  cohere,
  cloudflare,
  deepSeek,
  baidu,
  baiduV2,
  ali,
  spark,
  zhipu,
  zhipuV4,
  gemini,
  palm,
  xinference,
  moonshot,
  openRouter,
  zhinao360,
  tencent,
  lingYiWanWu,
  miniMax,
  dify,
  jina,
  siliconFlow,
  mistral,
  custom,
  fastGpt,
  aiProxyLibrary,
  mokaAi,
  volcEngine,
  xai,
  perplexity,
  coze,
  replicate,
  newApi,
  customRoutes,
  vllm,
  sglang,
  subModel,
  ...CHINESE_MAKERS,
  ...HOSTS,
  ...ROUTERS,
  ...VIDEO_MAKERS,
  openaiMax,
  ohMyGpt,
  ails,
  aiProxy,
  api2Gpt,
  aigc2d,
]

/** What a new channel is, unless something else is said. */
export const DEFAULT_CHANNEL_TYPE = openai.id

const byId = new Map(CHANNEL_TYPES.map((row) => [row.id, row]))

/** `undefined` for ids nobody ever gave out. */
export function channelTypeById(id: number): ChannelTypeRow | undefined {
  return byId.get(id)
}
