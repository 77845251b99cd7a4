/** Who makes models or passes on the calls of many, at one address each. */
import type { VendorCase } from './vendor-case'

export const MAKERS: readonly VendorCase[] = [
  {
    // OpenAI
    type: 1,
    asked: {
      'chat openai': 'api.openai.com/v1/chat/completions',
      'completions openai': 'api.openai.com/v1/completions',
      'embeddings openai': 'api.openai.com/v1/embeddings',
      'embed_v2 openai': 'api.openai.com/v1/embeddings',
      'moderations openai': 'api.openai.com/v1/moderations',
      'speech openai': 'api.openai.com/v1/audio/speech',
      'transcription openai': 'api.openai.com/v1/audio/transcriptions',
      'translation openai': 'api.openai.com/v1/audio/translations',
      'images openai': 'api.openai.com/v1/images/generations',
      'image_edits openai': 'api.openai.com/v1/images/edits',
      'image_variations openai': 'api.openai.com/v1/images/variations',
      'rerank openai': 'api.openai.com/v1/rerank',
      'rerank_v2 openai': 'api.openai.com/v2/rerank',
      'ocr openai': 'api.openai.com/v1/ocr',
      'chat responses': 'api.openai.com/v1/responses',
      'compact responses': 'api.openai.com/v1/responses/compact',
    },
  },
  {
    // Anthropic Claude
    type: 14,
    credential: 'x-api-key',
    asked: {
      'chat anthropic': 'api.anthropic.com/v1/messages',
      'count_tokens anthropic': 'api.anthropic.com/v1/messages/count_tokens',
    },
  },
  {
    // Cohere
    type: 34,
    model: 'command-a-03-2025',
    asked: {
      'chat cohere': 'api.cohere.com/v2/chat',
      'embeddings cohere': 'api.cohere.com/v2/embed',
      'embed_v2 openai': 'api.cohere.com/v2/embed',
      'rerank openai': 'api.cohere.com/v2/rerank',
      'rerank_v2 openai': 'api.cohere.com/v2/rerank',
    },
  },
  {
    // DeepSeek
    type: 43,
    asked: {
      'chat openai': 'api.deepseek.com/v1/chat/completions',
      'completions openai': 'api.deepseek.com/beta/completions',
      'chat anthropic': 'api.deepseek.com/anthropic/v1/messages',
    },
  },
  {
    // Baidu Wenxin Qianfan V2
    type: 46,
    asked: {
      'chat openai': 'qianfan.baidubce.com/v2/chat/completions',
      'embeddings openai': 'qianfan.baidubce.com/v2/embeddings',
      'embed_v2 openai': 'qianfan.baidubce.com/v2/embeddings',
      'images openai': 'qianfan.baidubce.com/v2/images/generations',
      'rerank openai': 'qianfan.baidubce.com/v2/rerank',
      'rerank_v2 openai': 'qianfan.baidubce.com/v2/rerank',
      'chat responses': 'qianfan.baidubce.com/v2/responses',
    },
  },
  {
    // Alibaba Tongyi Qwen
    type: 17,
    takes: ['top_k'],
    asked: {
      'chat openai': 'dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
      'completions openai': 'dashscope.aliyuncs.com/compatible-mode/v1/completions',
      'embeddings openai': 'dashscope.aliyuncs.com/compatible-mode/v1/embeddings',
      'embed_v2 openai': 'dashscope.aliyuncs.com/compatible-mode/v1/embeddings',
      'chat anthropic': 'dashscope.aliyuncs.com/apps/anthropic/v1/messages',
      'chat responses': 'dashscope.aliyuncs.com/compatible-mode/v1/responses',
    },
  },
  {
    // Zhipu ChatGLM
    type: 16,
    asked: {
      'chat openai': 'open.bigmodel.cn/api/paas/v4/chat/completions',
      'embeddings openai': 'open.bigmodel.cn/api/paas/v4/embeddings',
      'embed_v2 openai': 'open.bigmodel.cn/api/paas/v4/embeddings',
      'speech openai': 'open.bigmodel.cn/api/paas/v4/audio/speech',
      'images openai': 'open.bigmodel.cn/api/paas/v4/images/generations',
      'rerank openai': 'open.bigmodel.cn/api/paas/v4/rerank',
      'rerank_v2 openai': 'open.bigmodel.cn/api/paas/v4/rerank',
      'chat anthropic': 'open.bigmodel.cn/api/anthropic/v1/messages',
    },
  },
  {
    // Zhipu GLM-4V
    type: 26,
    asked: {
      'chat openai': 'open.bigmodel.cn/api/paas/v4/chat/completions',
      'embeddings openai': 'open.bigmodel.cn/api/paas/v4/embeddings',
      'embed_v2 openai': 'open.bigmodel.cn/api/paas/v4/embeddings',
      'speech openai': 'open.bigmodel.cn/api/paas/v4/audio/speech',
      'images openai': 'open.bigmodel.cn/api/paas/v4/images/generations',
      'rerank openai': 'open.bigmodel.cn/api/paas/v4/rerank',
      'rerank_v2 openai': 'open.bigmodel.cn/api/paas/v4/rerank',
      'chat anthropic': 'open.bigmodel.cn/api/anthropic/v1/messages',
    },
  },
  {
    // Google Gemini
    type: 24,
    credential: 'x-goog-api-key',
    asked: {
      'chat gemini': 'generativelanguage.googleapis.com/v1beta/models/model-1:generateContent',
      'embeddings gemini':
        'generativelanguage.googleapis.com/v1beta/models/model-1:batchEmbedContents',
      'embed_v2 gemini':
        'generativelanguage.googleapis.com/v1beta/models/model-1:batchEmbedContents',
      'count_tokens gemini': 'generativelanguage.googleapis.com/v1beta/models/model-1:countTokens',
      'interactions gemini': 'generativelanguage.googleapis.com/v1beta/interactions',
    },
  },
  {
    // Imagen
    type: 24,
    credential: 'x-goog-api-key',
    model: 'imagen-4.0-generate-001',
    asked: {
      'images gemini':
        'generativelanguage.googleapis.com/v1beta/models/imagen-4.0-generate-001:predict',
    },
  },
  {
    // Moonshot
    type: 25,
    asked: {
      'chat openai': 'api.moonshot.cn/v1/chat/completions',
      'chat anthropic': 'api.moonshot.cn/anthropic/v1/messages',
    },
  },
  {
    // OpenRouter
    type: 20,
    takes: ['top_k', 'reasoning'],
    asked: {
      'chat openai': 'openrouter.ai/api/v1/chat/completions',
      'completions openai': 'openrouter.ai/api/v1/completions',
      'embeddings openai': 'openrouter.ai/api/v1/embeddings',
      'embed_v2 openai': 'openrouter.ai/api/v1/embeddings',
      'speech openai': 'openrouter.ai/api/v1/audio/speech',
      'rerank openai': 'openrouter.ai/api/v1/rerank',
      'rerank_v2 openai': 'openrouter.ai/api/v1/rerank',
      'chat anthropic': 'openrouter.ai/api/v1/messages',
      'chat responses': 'openrouter.ai/api/v1/responses',
    },
  },
  {
    // 360 Zhinao
    type: 19,
    asked: {
      'chat openai': 'api.360.cn/v1/chat/completions',
      'embeddings openai': 'api.360.cn/v1/embeddings',
      'embed_v2 openai': 'api.360.cn/v1/embeddings',
    },
  },
  {
    // 01.AI
    type: 31,
    asked: {
      'chat openai': 'api.lingyiwanwu.com/v1/chat/completions',
    },
  },
  {
    // MiniMax
    type: 35,
    asked: {
      'chat openai': 'api.minimaxi.com/v1/chat/completions',
      'chat anthropic': 'api.minimaxi.com/anthropic/v1/messages',
      'chat responses': 'api.minimaxi.com/v1/responses',
    },
  },
  {
    // Dify
    type: 37,
    asked: {
      'chat dify': 'api.dify.ai/v1/chat-messages',
    },
  },
  {
    // Jina
    type: 38,
    asked: {
      'embeddings openai': 'api.jina.ai/v1/embeddings',
      'embed_v2 openai': 'api.jina.ai/v1/embeddings',
      'rerank openai': 'api.jina.ai/v1/rerank',
      'rerank_v2 openai': 'api.jina.ai/v1/rerank',
    },
  },
  {
    // SiliconCloud
    type: 40,
    takes: ['top_k'],
    asked: {
      'chat openai': 'api.siliconflow.cn/v1/chat/completions',
      'completions openai': 'api.siliconflow.cn/v1/completions',
      'embeddings openai': 'api.siliconflow.cn/v1/embeddings',
      'embed_v2 openai': 'api.siliconflow.cn/v1/embeddings',
      'speech openai': 'api.siliconflow.cn/v1/audio/speech',
      'transcription openai': 'api.siliconflow.cn/v1/audio/transcriptions',
      'images openai': 'api.siliconflow.cn/v1/images/generations',
      'rerank openai': 'api.siliconflow.cn/v1/rerank',
      'rerank_v2 openai': 'api.siliconflow.cn/v1/rerank',
    },
  },
  {
    // Mistral AI
    type: 42,
    takes: ['random_seed'],
    lacks: ['seed', 'user', 'stream_options', 'max_completion_tokens'],
    asked: {
      'chat openai': 'api.mistral.ai/v1/chat/completions',
      'embeddings openai': 'api.mistral.ai/v1/embeddings',
      'embed_v2 openai': 'api.mistral.ai/v1/embeddings',
      'moderations openai': 'api.mistral.ai/v1/moderations',
      'transcription openai': 'api.mistral.ai/v1/audio/transcriptions',
      'ocr openai': 'api.mistral.ai/v1/ocr',
    },
  },
  {
    // Knowledge base: FastGPT
    type: 22,
    asked: {
      'chat openai': 'api.fastgpt.in/api/v1/chat/completions',
    },
  },
  {
    // Embedding: MokaAI M3E
    type: 44,
    asked: {
      'embeddings openai': 'api.moka.ai/embeddings',
      'embed_v2 openai': 'api.moka.ai/embeddings',
    },
  },
  {
    // xAI
    type: 48,
    asked: {
      'chat openai': 'api.x.ai/v1/chat/completions',
      'completions openai': 'api.x.ai/v1/completions',
      'images openai': 'api.x.ai/v1/images/generations',
      'chat responses': 'api.x.ai/v1/responses',
    },
  },
  {
    // Perplexity
    type: 27,
    asked: {
      'chat openai': 'api.perplexity.ai/chat/completions',
    },
  },
  {
    // Coze
    type: 49,
    other: 'bot-1',
    asked: {
      'chat coze': 'api.coze.cn/v3/chat',
    },
  },
  {
    // SubModel
    type: 53,
    asked: {
      'chat openai': 'llm.submodel.ai/v1/chat/completions',
    },
  },
  {
    // Replicate
    type: 56,
    model: 'meta/meta-llama-3-70b-instruct',
    asked: {
      'chat replicate': 'api.replicate.com/v1/models/meta/meta-llama-3-70b-instruct/predictions',
    },
  },
  {
    // Replicate, pictures
    type: 56,
    model: 'black-forest-labs/flux-schnell',
    asked: {
      'images replicate': 'api.replicate.com/v1/models/black-forest-labs/flux-schnell/predictions',
    },
  },
]
