/** Bots of one's own: the channel names its bot, else the name of the model is one. */
import { channelType } from './channel-type'

export const coze = channelType({
  id: 49,
  name: 'Coze',
  chineseName: '扣子 Coze',
  mark: 'coze',
  dialect: 'coze',
  baseUrl: 'https://api.coze.cn',
  offers: ['chat'],
  presets: [
    { place: 'china', baseUrl: 'https://api.coze.cn' },
    { place: 'world', baseUrl: 'https://api.coze.com' },
  ],
  otherField: 'bot_id',
  examples: { other: '7379462189365198898' },
  deadKey: { statuses: [401, 402], codes: ['4100', '4027', '4028'] },
  keyPage: 'coze.cn/open/oauth/pats',
  keyStarts: ['pat_', 'sat_'],
  models: ['coze'],
})
