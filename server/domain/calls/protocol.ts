/** Wire formats that clients speak. */
export const PROTOCOLS = ['openai', 'responses', 'claude', 'gemini', 'cohere'] as const
export type ProtocolName = (typeof PROTOCOLS)[number]

/**
 * Wire formats that upstreams speak. A channel type without one cannot relay yet; some vendors
 * offer a second one in addition to their own.
 */
export const DIALECTS = [
  'openai',
  'responses',
  'anthropic',
  'gemini',
  'converse',
  'coze',
  'cohere',
  'dify',
  'ernie',
  'hunyuan',
  'ollama',
  'replicate',
] as const
export type DialectName = (typeof DIALECTS)[number]

/** What a client can ask of an upstream. */
export const OPERATIONS = [
  'chat',
  'interactions',
  'completions',
  'embeddings',
  'embed_v2',
  'moderations',
  'speech',
  'realtime',
  'transcription',
  'translation',
  'images',
  'image_edits',
  'image_variations',
  'rerank',
  'rerank_v2',
  'ocr',
  'count_tokens',
  'compact',
] as const
export type Operation = (typeof OPERATIONS)[number]
