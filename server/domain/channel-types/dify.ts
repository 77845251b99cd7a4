import { channelType } from './channel-type'

export const dify = channelType({
  id: 37,
  name: 'Dify',
  dialect: 'not-yet',
  baseUrl: 'https://api.dify.ai',
})
