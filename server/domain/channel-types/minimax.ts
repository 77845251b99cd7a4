/** One address for chat, and nothing else in OpenAI's format. */
import { channelType } from './channel-type'

export const miniMax = channelType({
  id: 35,
  name: 'MiniMax',
  dialect: 'openai',
  baseUrl: 'https://api.minimax.chat',
  paths: {
    chat: '/v1/text/chatcompletion_v2',
    completions: null,
    embeddings: null,
    moderations: null,
  },
  models: [
    'abab6.5-chat',
    'abab6.5s-chat',
    'abab6-chat',
    'abab5.5-chat',
    'abab5.5s-chat',
    'MiniMax-M2',
    'MiniMax-M2.1',
    'MiniMax-M2.5',
    'MiniMax-M2.7',
    'minimax-m3',
  ],
})
