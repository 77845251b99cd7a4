/** Who is met in several generations, by several kinds of keys, or at an address of one's own. */
import type { VendorCase } from './vendor-case'

const ROUTES = JSON.stringify({
  chat: '/a/chat',
  completions: '/a/completions',
  embeddings: '/a/embeddings',
  moderations: '/a/moderations',
})

const VERTEX = 'us-central1-aiplatform.googleapis.com'
const PLACE = 'projects/project-1/locations/us-central1'
const GOOGLE_MODELS = `${VERTEX}/v1beta1/${PLACE}/publishers/google/models`
const GOOGLE_VECTORS = `${VERTEX}/v1/${PLACE}/publishers/google/models`
const IMAGEN = `${VERTEX}/v1/${PLACE}/publishers/google/models/imagen-4.0-generate-001`
const CLAUDE_MODELS = `${VERTEX}/v1/${PLACE}/publishers/anthropic/models`
const WENXIN = 'aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop'
const AZURE = 'res.openai.azure.com'
const DATED = 'api-version=2024-12-01-preview'
const DEPLOYED = `${AZURE}/openai/deployments/gpt-51`

export const CLOUDS: readonly VendorCase[] = [
  {
    // Ollama
    type: 4,
    address: 'http://ollama.example',
    asked: {
      'chat openai': 'ollama.example/v1/chat/completions',
      'completions openai': 'ollama.example/v1/completions',
      'embeddings openai': 'ollama.example/v1/embeddings',
      'embed_v2 openai': 'ollama.example/v1/embeddings',
      'chat anthropic': 'ollama.example/v1/messages',
      'chat responses': 'ollama.example/v1/responses',
    },
  },
  {
    // AWS Claude
    type: 33,
    key: 'vendor-key-1|us-east-1',
    model: 'claude-sonnet-4-6',
    address: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    asked: {
      'chat converse':
        'bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-sonnet-4-6/converse',
    },
  },
  {
    // Bedrock, vectors of Cohere
    type: 33,
    key: 'vendor-key-1|us-east-1',
    model: 'cohere.embed-v4:0',
    address: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    asked: {
      'embeddings converse':
        'bedrock-runtime.us-east-1.amazonaws.com/model/cohere.embed-v4%3A0/invoke',
      'embed_v2 converse':
        'bedrock-runtime.us-east-1.amazonaws.com/model/cohere.embed-v4%3A0/invoke',
    },
  },
  {
    // Bedrock, pictures of Amazon
    type: 33,
    key: 'vendor-key-1|us-east-1',
    model: 'amazon.nova-canvas-v1:0',
    address: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    asked: {
      'images converse':
        'bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-canvas-v1%3A0/invoke',
    },
  },
  {
    // Vertex AI: vectors
    type: 41,
    account: 'google',
    other: 'us-central1',
    model: 'text-embedding-004',
    address: `https://${VERTEX}`,
    asked: {
      'embeddings gemini': `${GOOGLE_VECTORS}/text-embedding-004:predict`,
      'embed_v2 gemini': `${GOOGLE_VECTORS}/text-embedding-004:predict`,
    },
  },
  {
    // Vertex AI: Imagen
    type: 41,
    account: 'google',
    other: 'us-central1',
    model: 'imagen-4.0-generate-001',
    address: `https://${VERTEX}`,
    asked: {
      'images gemini': `${IMAGEN}:predict`,
    },
  },
  {
    // Cloudflare
    type: 39,
    other: 'account-1',
    asked: {
      'chat openai': 'api.cloudflare.com/client/v4/accounts/account-1/ai/v1/chat/completions',
      'embeddings openai': 'api.cloudflare.com/client/v4/accounts/account-1/ai/v1/embeddings',
      'embed_v2 openai': 'api.cloudflare.com/client/v4/accounts/account-1/ai/v1/embeddings',
    },
  },
  {
    // Xinference
    type: 47,
    address: 'http://xinference.example',
    takes: ['top_k'],
    asked: {
      'chat openai': 'xinference.example/v1/chat/completions',
      'completions openai': 'xinference.example/v1/completions',
      'embeddings openai': 'xinference.example/v1/embeddings',
      'embed_v2 openai': 'xinference.example/v1/embeddings',
      'speech openai': 'xinference.example/v1/audio/speech',
      'transcription openai': 'xinference.example/v1/audio/transcriptions',
      'translation openai': 'xinference.example/v1/audio/translations',
      'images openai': 'xinference.example/v1/images/generations',
      'image_variations openai': 'xinference.example/v1/images/variations',
      'rerank openai': 'xinference.example/v1/rerank',
      'rerank_v2 openai': 'xinference.example/v1/rerank',
    },
  },
  {
    // Custom
    type: 8,
    address: 'https://full.example/v1/chat/completions',
    asked: {
      'chat openai': 'full.example/v1/chat/completions',
      'completions openai': 'full.example/v1/chat/completions',
      'embeddings openai': 'full.example/v1/chat/completions',
      'embed_v2 openai': 'full.example/v1/chat/completions',
      'moderations openai': 'full.example/v1/chat/completions',
      'speech openai': 'full.example/v1/chat/completions',
    },
  },
  {
    // New API / gw (another gateway)
    type: 60,
    address: 'https://gateway.example',
    credential: 'by face',
    asked: {
      'chat openai': 'gateway.example/v1/chat/completions',
      'completions openai': 'gateway.example/v1/completions',
      'embeddings openai': 'gateway.example/v1/embeddings',
      'embed_v2 openai': 'gateway.example/v1/embeddings',
      'moderations openai': 'gateway.example/v1/moderations',
      'speech openai': 'gateway.example/v1/audio/speech',
      'transcription openai': 'gateway.example/v1/audio/transcriptions',
      'translation openai': 'gateway.example/v1/audio/translations',
      'images openai': 'gateway.example/v1/images/generations',
      'image_edits openai': 'gateway.example/v1/images/edits',
      'rerank openai': 'gateway.example/v1/rerank',
      'rerank_v2 openai': 'gateway.example/v1/rerank',
      'chat responses': 'gateway.example/v1/responses',
      'chat anthropic': 'gateway.example/v1/messages',
      'count_tokens anthropic': 'gateway.example/v1/messages/count_tokens',
    },
  },
  {
    // vLLM
    type: 62,
    address: 'http://vllm.example',
    takes: ['top_k'],
    asked: {
      'chat openai': 'vllm.example/v1/chat/completions',
      'completions openai': 'vllm.example/v1/completions',
      'embeddings openai': 'vllm.example/v1/embeddings',
      'embed_v2 openai': 'vllm.example/v1/embeddings',
      'transcription openai': 'vllm.example/v1/audio/transcriptions',
      'rerank openai': 'vllm.example/v1/rerank',
      'rerank_v2 openai': 'vllm.example/v1/rerank',
      'chat responses': 'vllm.example/v1/responses',
      'chat anthropic': 'vllm.example/v1/messages',
    },
  },
  {
    // SGLang
    type: 63,
    address: 'http://sglang.example',
    takes: ['top_k'],
    asked: {
      'chat openai': 'sglang.example/v1/chat/completions',
      'completions openai': 'sglang.example/v1/completions',
      'embeddings openai': 'sglang.example/v1/embeddings',
      'embed_v2 openai': 'sglang.example/v1/embeddings',
    },
  },
  {
    // Ollama, in its own format
    type: 4,
    address: 'http://ollama.example',
    other: 'native',
    asked: {
      'chat ollama': 'ollama.example/api/chat',
      'embeddings ollama': 'ollama.example/api/embed',
      'embed_v2 ollama': 'ollama.example/api/embed',
    },
  },
  {
    // Azure, dated
    type: 3,
    address: `https://${AZURE}`,
    model: 'gpt-5.1',
    credential: 'api-key',
    asked: {
      'chat openai': `${DEPLOYED}/chat/completions?${DATED}`,
      'completions openai': `${DEPLOYED}/completions?${DATED}`,
      'embeddings openai': `${DEPLOYED}/embeddings?${DATED}`,
      'embed_v2 openai': `${DEPLOYED}/embeddings?${DATED}`,
      'speech openai': `${DEPLOYED}/audio/speech?${DATED}`,
      'transcription openai': `${DEPLOYED}/audio/transcriptions?${DATED}`,
      'translation openai': `${DEPLOYED}/audio/translations?${DATED}`,
      'images openai': `${DEPLOYED}/images/generations?${DATED}`,
      'image_edits openai': `${DEPLOYED}/images/edits?${DATED}`,
      'chat responses': `${AZURE}/openai/v1/responses`,
      'compact responses': `${AZURE}/openai/v1/responses/compact`,
    },
  },
  {
    // Azure, v1
    type: 3,
    address: `https://${AZURE}`,
    model: 'gpt-5.1',
    other: 'v1',
    credential: 'api-key',
    asked: {
      'chat openai': `${AZURE}/openai/v1/chat/completions`,
      'completions openai': `${AZURE}/openai/v1/completions`,
      'embeddings openai': `${AZURE}/openai/v1/embeddings`,
      'embed_v2 openai': `${AZURE}/openai/v1/embeddings`,
      'speech openai': `${AZURE}/openai/v1/audio/speech`,
      'chat responses': `${AZURE}/openai/v1/responses`,
      'compact responses': `${AZURE}/openai/v1/responses/compact`,
    },
  },
  {
    // Azure, what v1 has not settled
    type: 3,
    address: `https://${AZURE}`,
    model: 'gpt-5.1',
    other: 'preview',
    credential: 'api-key',
    asked: {
      'chat openai': `${AZURE}/openai/v1/chat/completions?api-version=preview`,
      'chat responses': `${AZURE}/openai/v1/responses?api-version=preview`,
      'compact responses': `${AZURE}/openai/v1/responses/compact?api-version=preview`,
    },
  },
  {
    // Azure, Claude in Foundry
    type: 3,
    address: `https://${AZURE}`,
    model: 'claude-opus-4-5',
    credential: 'x-api-key',
    asked: { 'chat anthropic': `${AZURE}/anthropic/v1/messages` },
  },
  {
    // Spark
    type: 18,
    model: 'lite',
    takes: ['top_k'],
    asked: { 'chat openai': 'spark-api-open.xf-yun.com/v1/chat/completions' },
  },
  {
    // Spark, its thinkers
    type: 18,
    model: 'x1',
    takes: ['top_k'],
    asked: { 'chat openai': 'spark-api-open.xf-yun.com/v2/chat/completions' },
  },
  {
    // Vertex AI: Google's models
    type: 41,
    account: 'google',
    other: 'us-central1',
    model: 'gemini-2.5-flash',
    address: `https://${VERTEX}`,
    asked: {
      'chat gemini': `${GOOGLE_MODELS}/gemini-2.5-flash:generateContent`,
    },
  },
  {
    // Vertex AI: Anthropic's
    type: 41,
    account: 'google',
    other: 'us-central1',
    model: 'claude-sonnet-4-5@20250929',
    address: `https://${VERTEX}`,
    asked: {
      'chat anthropic': `${CLAUDE_MODELS}/claude-sonnet-4-5@20250929:rawPredict`,
      'count_tokens anthropic': `${CLAUDE_MODELS}/count-tokens:rawPredict`,
    },
  },
  {
    // Vertex AI: everybody else's
    type: 41,
    account: 'google',
    other: 'us-central1',
    model: 'meta/llama-3.3-70b-instruct-maas',
    address: `https://${VERTEX}`,
    asked: { 'chat openai': `${VERTEX}/v1/${PLACE}/endpoints/openapi/chat/completions` },
  },
  {
    // Baidu, with keys of before
    type: 15,
    account: 'baidu',
    model: 'ERNIE-4.0-8K',
    asked: {
      'chat ernie': `${WENXIN}/chat/completions_pro?access_token=24.token-1`,
      'embeddings ernie': `${WENXIN}/embeddings/completions_pro?access_token=24.token-1`,
      'embed_v2 ernie': `${WENXIN}/embeddings/completions_pro?access_token=24.token-1`,
    },
  },
  {
    // Baidu, with keys of now
    type: 15,
    key: 'bce-v3/vendor-key-1',
    address: 'https://qianfan.baidubce.com',
    model: 'ernie-5.0',
    asked: {
      'chat openai': 'qianfan.baidubce.com/v2/chat/completions',
      'embeddings openai': 'qianfan.baidubce.com/v2/embeddings',
      'embed_v2 openai': 'qianfan.baidubce.com/v2/embeddings',
    },
  },
  {
    // Tencent's TokenHub
    type: 23,
    asked: { 'chat openai': 'tokenhub.tencentmaas.com/v1/chat/completions' },
  },
  {
    // Tencent's cloud, which signs
    type: 23,
    account: 'tencent',
    model: 'hunyuan-lite',
    address: 'https://hunyuan.tencentcloudapi.com',
    asked: { 'chat hunyuan': 'hunyuan.tencentcloudapi.com/' },
  },
  {
    // Volcano Ark
    type: 45,
    asked: {
      'chat openai': 'ark.cn-beijing.volces.com/api/v3/chat/completions',
      'embeddings openai': 'ark.cn-beijing.volces.com/api/v3/embeddings',
      'embed_v2 openai': 'ark.cn-beijing.volces.com/api/v3/embeddings',
      'images openai': 'ark.cn-beijing.volces.com/api/v3/images/generations',
      'chat responses': 'ark.cn-beijing.volces.com/api/v3/responses',
    },
  },
  {
    // Volcano Ark, bots
    type: 45,
    model: 'bot-1',
    asked: { 'chat openai': 'ark.cn-beijing.volces.com/api/v3/bots/chat/completions' },
  },
  {
    // Custom routes
    type: 58,
    address: 'https://routes.example',
    other: ROUTES,
    asked: {
      'chat openai': 'routes.example/a/chat',
      'completions openai': 'routes.example/a/completions',
      'embeddings openai': 'routes.example/a/embeddings',
      'embed_v2 openai': 'routes.example/a/embeddings',
      'moderations openai': 'routes.example/a/moderations',
    },
  },
]
