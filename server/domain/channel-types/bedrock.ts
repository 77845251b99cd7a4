import { channelType } from './channel-type'

export const bedrock = channelType({
  id: 33,
  name: 'AWS Claude',
  dialect: 'not-yet',
  baseUrl: '',
  streamUsage: true,
  keyHint: 'AccessKey|SecretKey|Region',
  models: [
    'claude-instant-1.2',
    'claude-2.0',
    'claude-2.1',
    'claude-3-sonnet-20240229',
    'claude-3-opus-20240229',
    'claude-3-haiku-20240307',
    'claude-3-5-sonnet-20240620',
    'claude-3-5-sonnet-20241022',
    'claude-3-5-haiku-20241022',
    'claude-3-7-sonnet-20250219',
  ],
})
