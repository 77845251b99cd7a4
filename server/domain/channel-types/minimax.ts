/**
 * Keys hold in China or in the world, never in both. The address at home comes first, because
 * that is where channels without one of their own have always gone.
 */
import { channelType } from './channel-type'

const ADDRESSES = ['api.minimaxi.com', 'api.minimax.io'] as const

export const miniMax = channelType({
  id: 35,
  jobs: ['hailuo'],
  name: 'MiniMax',
  mark: 'minimax',
  dialect: 'openai',
  baseUrl: 'https://api.minimaxi.com',
  presets: [
    { place: 'china', baseUrl: 'https://api.minimaxi.com' },
    { place: 'world', baseUrl: 'https://api.minimax.io' },
  ],
  offers: ['chat'],
  apiVariants: [
    {
      dialect: 'anthropic',
      paths: { chat: '/anthropic/v1/messages' },
      addresses: ADDRESSES,
    },
    { dialect: 'responses', paths: { chat: '/v1/responses' }, addresses: ADDRESSES },
  ],
  deadKey: { statuses: [401], codes: ['1004', '1008', '2049'] },
  // Every failure comes with status 200, below `base_resp`.
  codeStatuses: {
    '1000': 500,
    '1001': 504,
    '1002': 429,
    '1004': 401,
    '1008': 402,
    '1013': 503,
    '1024': 500,
    '1026': 400,
    '1027': 400,
    '1033': 503,
    '1039': 429,
    '1041': 429,
    '2013': 400,
    '2049': 401,
    '2056': 429,
  },
  keyPage: 'platform.minimaxi.com/user-center/basic-information/interface-key',
  models: [
    'MiniMax-M2',
    'MiniMax-M2.1',
    'MiniMax-M2.1-highspeed',
    'MiniMax-M2.5',
    'MiniMax-M2.5-highspeed',
    'MiniMax-M2.7',
    'MiniMax-M2.7-highspeed',
    'minimax-m3',
    'MiniMax-Hailuo-2.3',
    'MiniMax-Hailuo-02',
  ],
  retired: {
    'abab6.5-chat': 'MiniMax-M2.5',
    'abab6.5s-chat': 'MiniMax-M2.5',
    'abab6-chat': 'MiniMax-M2.5',
    'abab5.5-chat': 'MiniMax-M2.5',
    'abab5.5s-chat': 'MiniMax-M2.5',
  },
})
