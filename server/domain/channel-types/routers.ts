/** Who passes calls on to many vendors, under numbers of this program's own. */
import { type ChannelTypeRow, channelType } from './channel-type'

const github = channelType({
  id: 20_031,
  name: 'GitHub Models',
  mark: 'github',
  dialect: 'openai',
  baseUrl: 'https://models.github.ai',
  paths: {
    chat: '/inference/chat/completions',
    embeddings: '/inference/embeddings',
  },
  modelsPath: '/catalog/models',
  headers: { 'X-GitHub-Api-Version': '2022-11-28' },
  streamUsage: true,
  keyPage: 'github.com/settings/personal-access-tokens',
  keyStarts: ['github_pat_', 'ghp_'],
  models: [
    'openai/gpt-4.1',
    'openai/gpt-4.1-mini',
    'openai/gpt-4o',
    'openai/gpt-4o-mini',
    'openai/text-embedding-3-small',
  ],
})

const modelScope = channelType({
  id: 20_032,
  name: 'ModelScope',
  chineseName: '魔搭社区',
  mark: 'modelscope',
  dialect: 'openai',
  baseUrl: 'https://api-inference.modelscope.cn',
  offers: ['chat', 'embeddings'],
  streamUsage: true,
  keyPage: 'modelscope.cn/my/myaccesstoken',
  keyStarts: ['ms-'],
  models: ['Qwen/Qwen3-235B-A22B-Instruct-2507', 'deepseek-ai/DeepSeek-V3.1', 'ZhipuAI/GLM-4.5'],
})

const vercel = channelType({
  id: 20_033,
  name: 'Vercel AI Gateway',
  mark: 'vercel',
  dialect: 'openai',
  baseUrl: 'https://ai-gateway.vercel.sh',
  offers: ['chat', 'embeddings'],
  streamUsage: true,
  keyPage: 'vercel.com/dashboard/ai-gateway/api-keys',
  keyStarts: ['vck_'],
  models: ['openai/gpt-5.4', 'anthropic/claude-sonnet-4.6', 'google/gemini-3.5-flash'],
})

const requesty = channelType({
  id: 20_034,
  name: 'Requesty',
  dialect: 'openai',
  baseUrl: 'https://router.requesty.ai',
  offers: ['chat', 'embeddings'],
  streamUsage: true,
  keyPage: 'app.requesty.ai/api-keys',
  models: ['openai/gpt-4.1-mini', 'anthropic/claude-sonnet-4-5'],
})

const poe = channelType({
  id: 20_035,
  name: 'Poe',
  mark: 'poe',
  dialect: 'openai',
  baseUrl: 'https://api.poe.com',
  offers: ['chat'],
  streamUsage: true,
  keyPage: 'poe.com/api_key',
  models: ['Claude-Sonnet-4.5', 'GPT-5', 'Gemini-2.5-Pro'],
})

const zenMux = channelType({
  id: 20_036,
  name: 'ZenMux',
  mark: 'zenmux',
  dialect: 'openai',
  baseUrl: 'https://zenmux.ai/api',
  offers: ['chat', 'embeddings'],
  streamUsage: true,
  keyPage: 'zenmux.ai/settings/keys',
  models: ['openai/gpt-5', 'anthropic/claude-sonnet-4.5', 'deepseek/deepseek-chat'],
})

const aiHubMix = channelType({
  id: 20_037,
  name: 'AIHubMix',
  mark: 'aihubmix',
  dialect: 'openai',
  baseUrl: 'https://aihubmix.com',
  offers: ['chat', 'completions', 'embeddings', 'speech'],
  streamUsage: true,
  keyPage: 'aihubmix.com/token',
  models: ['gpt-4.1-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash'],
})

const ai302 = channelType({
  id: 20_038,
  name: '302.AI',
  mark: 'ai302',
  dialect: 'openai',
  baseUrl: 'https://api.302.ai',
  streamUsage: true,
  offers: ['chat', 'completions', 'embeddings', 'speech'],
  keyPage: 'dash.302.ai/apis/list',
  models: ['gpt-4.1-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash'],
})

const qiniu = channelType({
  id: 20_039,
  name: 'Qiniu',
  chineseName: '七牛云',
  mark: 'qiniu',
  dialect: 'openai',
  baseUrl: 'https://api.qnaigc.com',
  offers: ['chat'],
  streamUsage: true,
  keyPage: 'portal.qiniu.com/ai-inference/api-key',
  models: ['deepseek-v3.2-exp', 'kimi-k2.5', 'glm-4.7'],
})

export const ROUTERS: readonly ChannelTypeRow[] = [
  github,
  modelScope,
  vercel,
  requesty,
  poe,
  zenMux,
  aiHubMix,
  ai302,
  qiniu,
]
