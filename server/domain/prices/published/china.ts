import { type PublishedList, type PublishedPrice, yuan } from './published'

function inYuan(prompt: number, completion: number, cacheRead?: number): PublishedPrice {
  return {
    prompt: yuan(prompt),
    completion: yuan(completion),
    ...(cacheRead !== undefined && { cache_read: yuan(cacheRead) }),
  }
}

/** Where long contexts cost more, the price of short ones, which most calls pay. */
const ALIBABA: PublishedList = {
  source: 'https://www.alibabacloud.com/help/en/model-studio/models',
  asOf: '2026-11-26',
  models: {
    'qwen3-max': { prompt: 1.2, completion: 6 },
    'qwen-max': { prompt: 1.6, completion: 6.4 },
    'qwen-flash': { prompt: 0.05, completion: 0.4 },
    'qwen3-coder-plus': { prompt: 1, completion: 5, cache_read: 0.1 },
    'qwen3-vl-plus': { prompt: 0.2, completion: 1.6 },
    'text-embedding-v4': { prompt: 0.07 },
    'qwen-image-2.0': { per_call: 0.035 },
    'qwen-image-2.0-pro': { per_call: 0.075 },
    'qwen-image-3.0': { per_call: 0.03 },
    'qwen3-tts-flash': { character: 10 },
    'qwen-audio-3.0-tts-flash': { character: 15 },
    'qwen-audio-3.0-tts-plus': { character: 20 },
  },
}

const BAIDU: PublishedList = {
  source: 'https://cloud.baidu.com/doc/qianfan/s/rmh4stp0j',
  asOf: '2025-11-12',
  models: {
    'ernie-speed-pro-128k': inYuan(0.3, 0.6),
    'ernie-lite-pro-128k': inYuan(0.2, 0.4),
    'ernie-char-8k': inYuan(0.3, 0.6),
    'ernie-char-fiction-8k': inYuan(0.3, 0.6),
    'ernie-novel-8k': inYuan(40, 120),
    'deepseek-v3': inYuan(2, 8),
    'deepseek-r1': inYuan(4, 16),
  },
}

const TENCENT: PublishedList = {
  source: 'https://cloud.tencent.com/document/product/1729/104753',
  asOf: '2025-12-17',
  models: {
    'hunyuan-lite': { prompt: 0 },
    'hunyuan-standard': inYuan(0.8, 2),
    'hunyuan-standard-256K': inYuan(0.5, 2),
    'hunyuan-turbos-latest': inYuan(0.8, 2),
    'hunyuan-t1-latest': inYuan(1, 4),
  },
}

/** Short answers cost less at this vendor, which nothing here distinguishes. */
const VOLCENGINE: PublishedList = {
  source: 'https://www.volcengine.com/docs/82379/1544106',
  asOf: '2025-12-22',
  models: {
    'doubao-seed-1-6-250615': inYuan(0.8, 8, 0.16),
    'doubao-seed-1-6-thinking-250715': inYuan(0.8, 8, 0.16),
    'deepseek-v3-2-251201': inYuan(2, 3, 0.4),
  },
}

const STEPFUN: PublishedList = {
  source: 'https://platform.stepfun.com/docs/pricing/details',
  asOf: '2026-04-28',
  models: {
    // Of calls that read more than 4,000 tokens.
    'step-3': inYuan(4, 8, 0.8),
    'step-2-16k': inYuan(38, 120, 7.6),
    'step-2-mini': inYuan(1, 2, 0.2),
    'step-1o-turbo-vision': inYuan(2.5, 8, 0.5),
  },
}

const XIAOMI: PublishedList = {
  source: 'https://platform.xiaomimimo.com/static/docs/price/pay-as-you-go.md',
  asOf: '2026-04-22',
  models: {
    'mimo-v2.5-pro': inYuan(3, 6, 0.025),
    'mimo-v2.5': inYuan(1, 2, 0.02),
  },
}

export const CHINA: readonly PublishedList[] = [
  ALIBABA,
  BAIDU,
  TENCENT,
  VOLCENGINE,
  STEPFUN,
  XIAOMI,
]
