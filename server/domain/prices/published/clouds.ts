import type { PublishedList } from './published'

const AWS: PublishedList = {
  source: 'https://aws.amazon.com/bedrock/pricing/',
  asOf: '2026-11-26',
  models: {
    'claude-instant-1.2': { prompt: 0.8, completion: 2.4 },
    'amazon.titan-embed-text-v2:0': { prompt: 0.02 },
    'amazon.nova-canvas-v1:0': { per_call: 0.06 },
  },
}

const CLOUDFLARE: PublishedList = {
  source: 'https://developers.cloudflare.com/workers-ai/platform/pricing/',
  asOf: '2025-02-25',
  models: {
    '@cf/meta/llama-3.1-8b-instruct': { prompt: 0.282, completion: 0.827 },
    '@cf/meta/llama-3-8b-instruct': { prompt: 0.282, completion: 0.827 },
    '@cf/meta/llama-2-7b-chat-fp16': { prompt: 0.556, completion: 6.667 },
    '@cf/mistral/mistral-7b-instruct-v0.1': { prompt: 0.11, completion: 0.19 },
  },
}

const DATABRICKS: PublishedList = {
  source: 'https://www.databricks.com/product/pricing/foundation-model-serving',
  asOf: '2026-11-26',
  models: {
    'databricks-gpt-oss-120b': { prompt: 0.15, completion: 0.6 },
    'databricks-gpt-oss-20b': { prompt: 0.07, completion: 0.3 },
    'databricks-claude-sonnet-4-5': {
      prompt: 3,
      completion: 15,
      cache_read: 0.3,
      cache_write: 3.75,
    },
  },
}

const SNOWFLAKE: PublishedList = {
  source: 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json',
  asOf: '2026-11-26',
  models: {
    'openai-gpt-5': { prompt: 1.25, completion: 10, cache_read: 0.125 },
    'llama3.3-70b': { prompt: 0.72, completion: 0.72 },
    'mistral-large2': { prompt: 2, completion: 6 },
  },
}

const SCALEWAY: PublishedList = {
  source: 'https://www.scaleway.com/en/pricing/model-as-a-service/',
  asOf: '2026-11-26',
  models: {
    'llama-3.3-70b-instruct': { prompt: 0.9, completion: 0.9 },
    'mistral-small-3.2-24b-instruct-2506': { prompt: 0.15, completion: 0.35 },
  },
}

const GROQ: PublishedList = {
  source: 'https://groq.com/pricing',
  asOf: '2026-11-26',
  models: {
    'whisper-large-v3': { second: 0.00003083 },
    'whisper-large-v3-turbo': { second: 0.00001111 },
  },
}

/** Models that this host sells by what they use, not by the second of a machine. */
const REPLICATE: PublishedList = {
  source: 'https://replicate.com/pricing',
  asOf: '2026-05-11',
  models: {
    'black-forest-labs/flux-schnell': { per_call: 0.003 },
    'black-forest-labs/flux-dev': { per_call: 0.025 },
    'black-forest-labs/flux-1.1-pro': { per_call: 0.04 },
    'meta/meta-llama-3-70b-instruct': { prompt: 0.65, completion: 2.75 },
    'deepseek-ai/deepseek-v3.1': { prompt: 0.672, completion: 2.016 },
    'anthropic/claude-4-sonnet': { prompt: 3, completion: 15 },
  },
}

/** Resellers at the maker's price, under names of their own. */
const REQUESTY: PublishedList = {
  source: 'https://docs.anthropic.com/en/docs/about-claude/pricing',
  asOf: '2026-11-26',
  models: {
    'anthropic/claude-sonnet-4-5': {
      prompt: 3,
      completion: 15,
      cache_read: 0.3,
      cache_write: 3.75,
    },
  },
}

/** Its fee for each request, and what it cites, are in no count of its answers. */
const PERPLEXITY: PublishedList = {
  source: 'https://docs.perplexity.ai/getting-started/pricing',
  asOf: '2026-11-26',
  models: { 'sonar-deep-research': { prompt: 2, completion: 8 } },
}

const RUNWAY: PublishedList = {
  source: 'https://docs.dev.runwayml.com/guides/pricing/',
  asOf: '2026-11-26',
  models: {
    gen4_turbo: { video_second: 0.05 },
    'gen4.5': { video_second: 0.12 },
    'veo3.1': { video_second: 0.4 },
    'veo3.1_fast': { video_second: 0.15 },
  },
}

const BLACK_FOREST_LABS: PublishedList = {
  source: 'https://bfl.ai/pricing',
  asOf: '2026-11-26',
  models: {
    'flux-kontext-pro': { per_call: 0.04 },
    'flux-kontext-max': { per_call: 0.08 },
    'flux-pro': { per_call: 0.05 },
    'flux-pro-1.1': { per_call: 0.04 },
    'flux-pro-1.1-ultra': { per_call: 0.06 },
    'flux-dev': { per_call: 0.025 },
  },
}

const XAI: PublishedList = {
  source: 'https://docs.x.ai/docs/models',
  asOf: '2026-11-26',
  models: { 'grok-imagine-image': { per_call: 0.02 } },
}

export const CLOUDS: readonly PublishedList[] = [
  AWS,
  CLOUDFLARE,
  DATABRICKS,
  SNOWFLAKE,
  SCALEWAY,
  GROQ,
  REPLICATE,
  REQUESTY,
  PERPLEXITY,
  RUNWAY,
  BLACK_FOREST_LABS,
  XAI,
]
