import { channelType } from './channel-type'

export const xai = channelType({
  id: 48,
  name: 'xAI',
  telemetryName: 'x_ai',
  mark: 'xai',
  dialect: 'openai',
  baseUrl: 'https://api.x.ai',
  presets: [
    { place: 'world', baseUrl: 'https://api.x.ai' },
    { place: 'united_states', alias: '+10 %', baseUrl: 'https://us.api.x.ai' },
  ],
  apiVariants: [
    {
      dialect: 'responses',
      paths: { chat: '/v1/responses' },
      addresses: ['api.x.ai', 'us.api.x.ai'],
      traits: { takesCacheKey: true, conversationHeader: '' },
    },
  ],
  keyPage: 'console.x.ai',
  keyStarts: ['xai-'],
  offers: ['chat', 'completions', 'images'],
  streamUsage: true,
  traits: { twoEffortModels: 'grok-3-mini', conversationHeader: 'x-grok-conv-id' },
  models: [
    'grok-4.6',
    'grok-4.5',
    'grok-4.3',
    'grok-4.20',
    'grok-4.20-multi-agent',
    'grok-4-1-fast',
    'grok-4-1-fast-reasoning',
    'grok-4-1-fast-non-reasoning',
    'grok-build-0.1',
  ],
  retired: {
    'grok-code-fast-1': 'grok-build-0.1',
    ...succeeded('grok-4-1-fast', ['grok-4-fast', 'grok-3-mini', 'grok-3-mini-beta']),
    ...succeeded('grok-4-1-fast', ['grok-3-mini-fast', 'grok-3-mini-fast-beta']),
    ...succeeded('grok-4.3', ['grok-4', 'grok-4-0709', 'grok-3', 'grok-3-beta', 'grok-3-fast']),
    ...succeeded('grok-4.3', ['grok-3-fast-beta', 'grok-2', 'grok-2-vision', 'grok-beta']),
    ...succeeded('grok-4.3', ['grok-vision-beta']),
  },
})

function succeeded(by: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, by]))
}
