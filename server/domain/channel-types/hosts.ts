/**
 * Who serves open models to everybody, each in OpenAI's format at an address of its own. None of
 * them has a number in the family, so they have numbers of this program's own, above all that the
 * family and its forks have given out.
 */
import { type ChannelTypeRow, channelType } from './channel-type'

const groq = channelType({
  id: 20_001,
  name: 'Groq',
  mark: 'groq',
  dialect: 'openai',
  baseUrl: 'https://api.groq.com/openai',
  offers: ['chat', 'speech', 'transcription', 'translation'],
  streamUsage: true,
  keyPage: 'console.groq.com/keys',
  keyStarts: ['gsk_'],
  models: [
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'llama-3.3-70b-versatile',
    'llama-3.1-8b-instant',
    'meta-llama/llama-4-scout-17b-16e-instruct',
    'qwen/qwen3-32b',
    'whisper-large-v3',
    'whisper-large-v3-turbo',
  ],
  retired: {
    'mixtral-8x7b-32768': 'openai/gpt-oss-20b',
    'llama3-70b-8192': 'llama-3.3-70b-versatile',
    'llama3-8b-8192': 'llama-3.1-8b-instant',
    'gemma2-9b-it': 'llama-3.1-8b-instant',
  },
})

const together = channelType({
  id: 20_002,
  name: 'Together AI',
  mark: 'together',
  dialect: 'openai',
  baseUrl: 'https://api.together.ai',
  offers: ['chat', 'completions', 'embeddings', 'speech'],
  streamUsage: true,
  traits: { takesTopK: true, thinkingField: 'object' },
  keyPage: 'api.together.ai/settings/api-keys',
  models: [
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
    'meta-llama/Llama-4-Scout-17B-16E-Instruct',
    'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo',
  ],
})

const fireworks = channelType({
  id: 20_003,
  name: 'Fireworks AI',
  mark: 'fireworks',
  dialect: 'openai',
  baseUrl: 'https://api.fireworks.ai/inference',
  offers: ['chat', 'completions', 'embeddings'],
  streamUsage: true,
  traits: { takesTopK: true },
  keyPage: 'app.fireworks.ai/settings/users/api-keys',
  keyStarts: ['fw_'],
  models: [
    'accounts/fireworks/models/deepseek-v4-pro',
    'accounts/fireworks/models/deepseek-v4-flash',
    'accounts/fireworks/models/glm-5p2',
    'accounts/fireworks/models/kimi-k3',
    'accounts/fireworks/models/kimi-k2p7-code',
    'accounts/fireworks/models/minimax-m3',
    'accounts/fireworks/models/gpt-oss-120b',
    'accounts/fireworks/models/gpt-oss-20b',
    'accounts/fireworks/models/qwen3p7-plus',
  ],
})

const cerebras = channelType({
  id: 20_004,
  name: 'Cerebras',
  mark: 'cerebras',
  dialect: 'openai',
  baseUrl: 'https://api.cerebras.ai',
  offers: ['chat', 'completions'],
  streamUsage: true,
  keyPage: 'cloud.cerebras.ai',
  keyStarts: ['csk-'],
  models: ['gpt-oss-120b', 'gemma-4-31b', 'qwen-3-coder-480b'],
  retired: {
    'llama-3.3-70b': 'gpt-oss-120b',
    'llama3.1-8b': 'gemma-4-31b',
    'qwen-3-32b': 'gemma-4-31b',
    'zai-glm-4.7': 'gpt-oss-120b',
  },
})

const nvidia = channelType({
  id: 20_005,
  name: 'NVIDIA NIM',
  mark: 'nvidia',
  dialect: 'openai',
  baseUrl: 'https://integrate.api.nvidia.com',
  offers: ['chat', 'completions', 'embeddings'],
  streamUsage: true,
  keyPage: 'build.nvidia.com/settings/api-keys',
  keyStarts: ['nvapi-'],
  models: ['openai/gpt-oss-120b', 'meta/llama-3.3-70b-instruct'],
})

const huggingFace = channelType({
  id: 20_006,
  name: 'Hugging Face router',
  mark: 'huggingface',
  dialect: 'openai',
  baseUrl: 'https://router.huggingface.co',
  offers: ['chat'],
  streamUsage: true,
  keyPage: 'huggingface.co/settings/tokens',
  keyStarts: ['hf_'],
  models: [
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'deepseek-ai/DeepSeek-V3.1',
    'moonshotai/Kimi-K2.5',
    'zai-org/GLM-5',
    'meta-llama/Llama-3.3-70B-Instruct',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
  ],
})

/** The address is that of a workspace; models are the names of serving endpoints. */
const databricks = channelType({
  id: 20_007,
  name: 'Databricks',
  mark: 'dbrx',
  dialect: 'openai',
  baseUrl: '',
  addressHint: 'own',
  examples: { address: 'https://adb-1234567890.7.azuredatabricks.net' },
  paths: {
    chat: '/serving-endpoints/chat/completions',
    embeddings: '/serving-endpoints/embeddings',
  },
  modelsPath: '/api/2.0/serving-endpoints',
  streamUsage: true,
  keyPage: 'login.databricks.com',
  keyStarts: ['dapi'],
  models: ['databricks-gpt-oss-120b', 'databricks-gpt-oss-20b', 'databricks-claude-sonnet-4-5'],
})

/** The key is an access token of a user, who needs the role that may call Cortex. */
const snowflake = channelType({
  id: 20_008,
  name: 'Snowflake Cortex',
  mark: 'snowflake',
  dialect: 'openai',
  baseUrl: '',
  addressHint: 'own',
  examples: { address: 'https://ORG-ACCOUNT.snowflakecomputing.com' },
  paths: { chat: '/api/v2/cortex/v1/chat/completions' },
  streamUsage: true,
  keyPage: 'app.snowflake.com',
  models: ['claude-sonnet-4-5', 'openai-gpt-5', 'llama3.3-70b', 'mistral-large2'],
})

const nebius = channelType({
  id: 20_009,
  name: 'Nebius Token Factory',
  mark: 'nebius',
  dialect: 'openai',
  baseUrl: 'https://api.tokenfactory.nebius.com',
  offers: ['chat', 'completions', 'embeddings'],
  streamUsage: true,
  traits: { takesTopK: true },
  keyPage: 'tokenfactory.nebius.com',
  models: [
    'openai/gpt-oss-120b',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
    'deepseek-ai/DeepSeek-R1-0528',
    'moonshotai/Kimi-K2-Thinking',
    'meta-llama/Llama-3.3-70B-Instruct',
  ],
})

const novita = channelType({
  id: 20_010,
  name: 'Novita AI',
  mark: 'novita',
  dialect: 'openai',
  baseUrl: 'https://api.novita.ai/openai',
  offers: ['chat', 'completions', 'embeddings'],
  streamUsage: true,
  traits: { takesTopK: true },
  keyPage: 'novita.ai/settings/key-management',
  keyStarts: ['sk_'],
  models: ['deepseek/deepseek_v3', 'deepseek/deepseek-r1', 'meta-llama/llama-3.3-70b-instruct'],
})

const deepInfra = channelType({
  id: 20_011,
  name: 'DeepInfra',
  mark: 'deepinfra',
  dialect: 'openai',
  baseUrl: 'https://api.deepinfra.com/v1/openai',
  paths: {
    chat: '/chat/completions',
    completions: '/completions',
    embeddings: '/embeddings',
    speech: '/audio/speech',
  },
  streamUsage: true,
  traits: { takesTopK: true },
  keyPage: 'deepinfra.com/dash/api_keys',
  models: ['openai/gpt-oss-120b', 'meta-llama/Llama-3.3-70B-Instruct-Turbo'],
})

const baseten = channelType({
  id: 20_012,
  name: 'Baseten',
  mark: 'baseten',
  dialect: 'openai',
  baseUrl: 'https://inference.baseten.co',
  offers: ['chat'],
  streamUsage: true,
  keyPage: 'app.baseten.co/settings/api_keys',
  models: [
    'deepseek-ai/DeepSeek-V4-Pro',
    'zai-org/GLM-5.3',
    'zai-org/GLM-5.3-Flash',
    'moonshotai/Kimi-K3',
    'openai/gpt-oss-120b',
  ],
})

const scaleway = channelType({
  id: 20_013,
  name: 'Scaleway',
  dialect: 'openai',
  baseUrl: 'https://api.scaleway.ai',
  offers: ['chat', 'embeddings'],
  streamUsage: true,
  keyPage: 'console.scaleway.com/iam/api-keys',
  models: ['gpt-oss-120b', 'llama-3.3-70b-instruct', 'mistral-small-3.2-24b-instruct-2506'],
})

const ovhCloud = channelType({
  id: 20_014,
  name: 'OVHcloud AI Endpoints',
  dialect: 'openai',
  baseUrl: 'https://oai.endpoints.kepler.ai.cloud.ovh.net',
  offers: ['chat', 'completions', 'embeddings'],
  streamUsage: true,
  keyPage: 'endpoints.ai.cloud.ovh.net',
  models: ['gpt-oss-120b', 'gpt-oss-20b', 'Qwen3-32B', 'Meta-Llama-3_3-70B-Instruct', 'bge-m3'],
})

export const HOSTS: readonly ChannelTypeRow[] = [
  groq,
  together,
  fireworks,
  cerebras,
  nvidia,
  huggingFace,
  databricks,
  snowflake,
  nebius,
  novita,
  deepInfra,
  baseten,
  scaleway,
  ovhCloud,
]
