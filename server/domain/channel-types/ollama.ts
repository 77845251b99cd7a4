/**
 * OpenAI's format by default, Claude's and Responses for clients that speak them, where the server
 * is new enough; its own for channels that say so, with every option that a model has.
 */
import { channelType } from './channel-type'

export const ollama = channelType({
  id: 4,
  name: 'Ollama',
  mark: 'ollama',
  dialect: 'openai',
  baseUrl: 'http://localhost:11434',
  offers: ['chat', 'completions', 'embeddings'],
  apiVariants: [
    { dialect: 'anthropic', paths: { chat: '/v1/messages' } },
    { dialect: 'responses', paths: { chat: '/v1/responses' } },
    {
      dialect: 'ollama',
      others: ['native'],
      paths: { chat: '/api/chat', embeddings: '/api/embed' },
    },
  ],
  streamUsage: true,
  otherField: 'wire_format',
  defaultOther: 'openai',
  otherRule: { choices: ['openai', 'native'] },
  keyPage: 'ollama.com/settings/keys',
  models: ['llama3-7b', 'llama3.2', 'gpt-oss:20b', 'qwen3', 'nomic-embed-text'],
})
