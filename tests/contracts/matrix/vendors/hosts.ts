/** Who has a number of this program's own. */
import type { VendorCase } from './vendor-case'

export const HOSTS: readonly VendorCase[] = [
  {
    // StepFun
    type: 20051,
    asked: {
      'chat openai': 'api.stepfun.com/v1/chat/completions',
      'speech openai': 'api.stepfun.com/v1/audio/speech',
      'chat responses': 'api.stepfun.com/v1/responses',
      'chat anthropic': 'api.stepfun.com/v1/messages',
    },
  },
  {
    // Xiaomi MiMo
    type: 20052,
    asked: {
      'chat openai': 'api.xiaomimimo.com/v1/chat/completions',
      'chat anthropic': 'api.xiaomimimo.com/anthropic/v1/messages',
    },
  },
  {
    // Baichuan
    type: 20053,
    asked: {
      'chat openai': 'api.baichuan-ai.com/v1/chat/completions',
      'embeddings openai': 'api.baichuan-ai.com/v1/embeddings',
      'embed_v2 openai': 'api.baichuan-ai.com/v1/embeddings',
    },
  },
  {
    // Groq
    type: 20001,
    asked: {
      'chat openai': 'api.groq.com/openai/v1/chat/completions',
      'speech openai': 'api.groq.com/openai/v1/audio/speech',
      'transcription openai': 'api.groq.com/openai/v1/audio/transcriptions',
      'translation openai': 'api.groq.com/openai/v1/audio/translations',
    },
  },
  {
    // Together AI
    type: 20002,
    takes: ['top_k', 'reasoning'],
    asked: {
      'chat openai': 'api.together.ai/v1/chat/completions',
      'completions openai': 'api.together.ai/v1/completions',
      'embeddings openai': 'api.together.ai/v1/embeddings',
      'embed_v2 openai': 'api.together.ai/v1/embeddings',
      'speech openai': 'api.together.ai/v1/audio/speech',
    },
  },
  {
    // Fireworks AI
    type: 20003,
    takes: ['top_k'],
    asked: {
      'chat openai': 'api.fireworks.ai/inference/v1/chat/completions',
      'completions openai': 'api.fireworks.ai/inference/v1/completions',
      'embeddings openai': 'api.fireworks.ai/inference/v1/embeddings',
      'embed_v2 openai': 'api.fireworks.ai/inference/v1/embeddings',
    },
  },
  {
    // Cerebras
    type: 20004,
    asked: {
      'chat openai': 'api.cerebras.ai/v1/chat/completions',
      'completions openai': 'api.cerebras.ai/v1/completions',
    },
  },
  {
    // NVIDIA NIM
    type: 20005,
    asked: {
      'chat openai': 'integrate.api.nvidia.com/v1/chat/completions',
      'completions openai': 'integrate.api.nvidia.com/v1/completions',
      'embeddings openai': 'integrate.api.nvidia.com/v1/embeddings',
      'embed_v2 openai': 'integrate.api.nvidia.com/v1/embeddings',
    },
  },
  {
    // Hugging Face router
    type: 20006,
    asked: {
      'chat openai': 'router.huggingface.co/v1/chat/completions',
    },
  },
  {
    // Databricks
    type: 20007,
    address: 'https://adb-1.azuredatabricks.net',
    asked: {
      'chat openai': 'adb-1.azuredatabricks.net/serving-endpoints/chat/completions',
      'embeddings openai': 'adb-1.azuredatabricks.net/serving-endpoints/embeddings',
      'embed_v2 openai': 'adb-1.azuredatabricks.net/serving-endpoints/embeddings',
    },
  },
  {
    // Snowflake Cortex
    type: 20008,
    address: 'https://org.snowflakecomputing.com',
    asked: {
      'chat openai': 'org.snowflakecomputing.com/api/v2/cortex/v1/chat/completions',
    },
  },
  {
    // Nebius Token Factory
    type: 20009,
    takes: ['top_k'],
    asked: {
      'chat openai': 'api.tokenfactory.nebius.com/v1/chat/completions',
      'completions openai': 'api.tokenfactory.nebius.com/v1/completions',
      'embeddings openai': 'api.tokenfactory.nebius.com/v1/embeddings',
      'embed_v2 openai': 'api.tokenfactory.nebius.com/v1/embeddings',
    },
  },
  {
    // Novita AI
    type: 20010,
    takes: ['top_k'],
    asked: {
      'chat openai': 'api.novita.ai/openai/v1/chat/completions',
      'completions openai': 'api.novita.ai/openai/v1/completions',
      'embeddings openai': 'api.novita.ai/openai/v1/embeddings',
      'embed_v2 openai': 'api.novita.ai/openai/v1/embeddings',
    },
  },
  {
    // DeepInfra
    type: 20011,
    takes: ['top_k'],
    asked: {
      'chat openai': 'api.deepinfra.com/v1/openai/chat/completions',
      'completions openai': 'api.deepinfra.com/v1/openai/completions',
      'embeddings openai': 'api.deepinfra.com/v1/openai/embeddings',
      'embed_v2 openai': 'api.deepinfra.com/v1/openai/embeddings',
      'speech openai': 'api.deepinfra.com/v1/openai/audio/speech',
    },
  },
  {
    // Baseten
    type: 20012,
    asked: {
      'chat openai': 'inference.baseten.co/v1/chat/completions',
    },
  },
  {
    // Scaleway
    type: 20013,
    asked: {
      'chat openai': 'api.scaleway.ai/v1/chat/completions',
      'embeddings openai': 'api.scaleway.ai/v1/embeddings',
      'embed_v2 openai': 'api.scaleway.ai/v1/embeddings',
    },
  },
  {
    // OVHcloud AI Endpoints
    type: 20014,
    asked: {
      'chat openai': 'oai.endpoints.kepler.ai.cloud.ovh.net/v1/chat/completions',
      'completions openai': 'oai.endpoints.kepler.ai.cloud.ovh.net/v1/completions',
      'embeddings openai': 'oai.endpoints.kepler.ai.cloud.ovh.net/v1/embeddings',
      'embed_v2 openai': 'oai.endpoints.kepler.ai.cloud.ovh.net/v1/embeddings',
    },
  },
  {
    // GitHub Models
    type: 20031,
    asked: {
      'chat openai': 'models.github.ai/inference/chat/completions',
      'embeddings openai': 'models.github.ai/inference/embeddings',
      'embed_v2 openai': 'models.github.ai/inference/embeddings',
    },
  },
  {
    // ModelScope
    type: 20032,
    asked: {
      'chat openai': 'api-inference.modelscope.cn/v1/chat/completions',
      'embeddings openai': 'api-inference.modelscope.cn/v1/embeddings',
      'embed_v2 openai': 'api-inference.modelscope.cn/v1/embeddings',
    },
  },
  {
    // Vercel AI Gateway
    type: 20033,
    asked: {
      'chat openai': 'ai-gateway.vercel.sh/v1/chat/completions',
      'embeddings openai': 'ai-gateway.vercel.sh/v1/embeddings',
      'embed_v2 openai': 'ai-gateway.vercel.sh/v1/embeddings',
    },
  },
  {
    // Requesty
    type: 20034,
    asked: {
      'chat openai': 'router.requesty.ai/v1/chat/completions',
      'embeddings openai': 'router.requesty.ai/v1/embeddings',
      'embed_v2 openai': 'router.requesty.ai/v1/embeddings',
    },
  },
  {
    // Poe
    type: 20035,
    asked: {
      'chat openai': 'api.poe.com/v1/chat/completions',
    },
  },
  {
    // ZenMux
    type: 20036,
    asked: {
      'chat openai': 'zenmux.ai/api/v1/chat/completions',
      'embeddings openai': 'zenmux.ai/api/v1/embeddings',
      'embed_v2 openai': 'zenmux.ai/api/v1/embeddings',
    },
  },
  {
    // AIHubMix
    type: 20037,
    asked: {
      'chat openai': 'aihubmix.com/v1/chat/completions',
      'completions openai': 'aihubmix.com/v1/completions',
      'embeddings openai': 'aihubmix.com/v1/embeddings',
      'embed_v2 openai': 'aihubmix.com/v1/embeddings',
      'speech openai': 'aihubmix.com/v1/audio/speech',
    },
  },
  {
    // 302.AI
    type: 20038,
    asked: {
      'chat openai': 'api.302.ai/v1/chat/completions',
      'completions openai': 'api.302.ai/v1/completions',
      'embeddings openai': 'api.302.ai/v1/embeddings',
      'embed_v2 openai': 'api.302.ai/v1/embeddings',
      'speech openai': 'api.302.ai/v1/audio/speech',
    },
  },
  {
    // Qiniu
    type: 20039,
    asked: {
      'chat openai': 'api.qnaigc.com/v1/chat/completions',
    },
  },
]
